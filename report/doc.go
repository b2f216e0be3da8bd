// Package report turns Go benchmark text into comparisons that people read.
//
// The pipeline, with golang.org/x/perf's packages doing all parsing and all
// statistics:
//
//  1. [Read] parses files into results, unit metadata and warnings that carry
//     file and line.
//  2. [Compare] filters the results, projects each onto a table, a row and a
//     column, and compares every column with the base column.
//  3. [Comparison.WriteText] prints the tables in the manner of benchstat, split so
//     that they fit the width of a terminal.
//  4. [Summarize] picks the few figures that decide between stores and
//     [Summary.WriteText] and [Summary.WriteMarkdown] print them, one line a store.
//
// Warnings are values returned beside results, and every writer shows them. With
// fewer than four samples on a side there is no verdict, and with fewer than six no
// 95% interval: the output then says "not enough samples", never "no change".
package report
