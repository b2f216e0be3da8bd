// Package report turns Go benchmark text into comparisons that people read.
//
// The pipeline, with golang.org/x/perf's packages doing all parsing and all
// statistics:
//
//  1. [Read] parses files into results, unit metadata and warnings that carry
//     file and line.
//
//  2. [Compare] filters the results, projects each onto a table, a row and a
//     column, and compares every column with the base column.
//
//  3. [Comparison.WriteText] prints the tables in the manner of benchstat, split so
//     that they fit the width of a terminal.
//
//  4. [Summarize] picks the few figures that decide between stores and
//     [Summary.WriteText] and [Summary.WriteMarkdown] print them, one line a store.
//
//  5. [Gate] judges a comparison for a machine that has to say yes or no.
//
// Distributions of latencies come beside the results, on lines that benchstat skips:
// Input.Histograms, merged over the rounds.
//
// Warnings are values returned beside results, and every writer shows them. With
// fewer than four samples on a side there is no verdict, and with fewer than six no
// 95% interval: the output then says "not enough samples", never "no change".
//
// # Verdicts
//
// The test is benchstat's, Mann and Whitney's. Of many comparisons of equal things one
// in twenty would differ, so with Options.Holm the p-values are corrected
// ([Holm]) over a [Family]: by default all comparisons of one table, that is in one unit
// under one configuration; for a gate all there are. Where the samples are too few for the
// correction to let anything be significant, the verdict is "not enough samples" too. With
// Options.MinEffect, what is significant but smaller is neither better nor worse.
//
// Columns that measure the base once more, named like it and "again", make no claims and
// take no part in that: [Comparison.AA] counts how often they differ, uncorrected,
// beside how often chance makes them.
//
// Results of different machines or settings ([MachineKeys]) never meet in a table, those of
// different commits only where files, or commits, are the columns.
package report
