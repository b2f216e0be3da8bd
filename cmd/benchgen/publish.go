package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"informerbench/reflectorbench"
	benchreport "informerbench/report"
)

// basePipeline is what everything is compared with: client-go as it ships.
const basePipeline = "clientgo/realfifo/clientgo"

// What tells pipelines apart, in the order of the parts of basePipeline.
const pipelineKeys = "/informer@alpha,/queue@alpha,/store@alpha,/repeat@alpha"

// figures decide between stores; README and results/README.md show them.
func figures() []benchreport.Figure {
	return []benchreport.Figure{
		{Title: "events/s", Filter: ".name:Throughput", Unit: "events/s"},
		{Title: "p99 staleness", Filter: ".name:Staleness", Unit: "p99-visible-sec"},
		{Title: "p99 Get beside a lister", Filter: ".name:GetBesideLister", Unit: "p99-get-sec"},
		{Title: "p99.9 Get beside a lister", Filter: ".name:GetBesideLister", Unit: "p999-get-sec"},
		{Title: "stalled beside a lister", Filter: ".name:GetBesideLister", Unit: "stalled-fraction"},
		{Title: "p99 delivery beside a lister", Filter: ".name:GetBesideLister", Unit: "p99-deliver-sec"},
		{Title: "heap overhead per object", Filter: ".name:Heap", Unit: "heap-B/object"},
	}
}

// summaries are the figures against client-go as it ships and then, for each queue that
// was measured with it, against client-go's store in our informer: there only the store
// differs.
func summaries(paths ...string) ([]*benchreport.Summary, error) {
	in, err := benchreport.Read(paths...)
	if err != nil {
		return nil, err
	}
	whole, err := summarize(in, basePipeline, "")
	if err != nil {
		return nil, err
	}
	all := []*benchreport.Summary{whole}
	for _, queue := range []reflectorbench.Queue{reflectorbench.InOrder, reflectorbench.DeltaFIFO, reflectorbench.Direct} {
		s, err := summarize(in, fmt.Sprintf("ours/%s/clientgo", queue), fmt.Sprintf("/informer:ours /queue:%s", queue))
		switch {
		case err == nil:
			all = append(all, s)
		case !errors.Is(err, benchreport.ErrNotMeasured):
			return nil, err
		}
	}
	return all, nil
}

func summarize(in *benchreport.Input, base, filter string) (*benchreport.Summary, error) {
	return benchreport.Summarize(in, benchreport.SummaryOptions{
		Figures: figures(), Group: "/mix,/settings,/trace,/speed,/objects@num", Subject: pipelineKeys, Base: base, Filter: filter,
		Holm: true, MinEffect: benchreport.DefaultMinEffect,
	})
}

// writeMarkdown prints summaries one after the other, each under what it compares with.
func writeMarkdown(w io.Writer, all []*benchreport.Summary) error {
	for _, s := range all {
		fmt.Fprintf(w, "Compared with `%s`:\n\n", s.Base)
		if err := s.WriteMarkdown(w); err != nil {
			return err
		}
	}
	return nil
}

// shownUnits are those of the tables that are printed; comparisonFile has all.
const shownUnits = ".unit:(events/s OR objects/s OR peak-B OR heap-B/object OR p99-visible-sec OR p99-deliver-sec OR p99-reconcile-sec OR dedup-fraction OR p99-get-sec OR p999-get-sec OR max-stall-sec)"

// publish writes the comparison and the machine beside the raw results, and prints
// the tables that matter most and the summary.
func (b *benchFlags) publish(cmd *cobra.Command) error {
	raw := filepath.Join(b.out, benchFile)
	if err := writeComparison(cmd.OutOrStdout(), raw, shownUnits, terminalWidth()); err != nil {
		return err
	}
	if err := writeComparisonFile(b.out); err != nil {
		return err
	}
	machine := reflectorbench.MachineText(b.commit) + "command: " + command(cmd) + "\n"
	if err := os.WriteFile(filepath.Join(b.out, machineFile), []byte(machine), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "results in %s: %s (raw), %s (all units), %s\n", b.out, benchFile, compareFile, machineFile)
	return nil
}

// writeComparisonFile puts the tables of all units beside the raw results.
func writeComparisonFile(dir string) error {
	var all bytes.Buffer
	if err := writeComparison(&all, filepath.Join(dir, benchFile), "", pageWidth); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, compareFile), all.Bytes(), 0o644)
}

// writeComparison prints the tables of the units that the filter selects, then the
// summary.
func writeComparison(w io.Writer, raw, filter string, width int) error {
	in, err := benchreport.Read(raw)
	if err != nil {
		return err
	}
	c, err := benchreport.Compare(in, benchreport.Options{
		Filter: filter, Row: ".name,/mix,/settings,/trace,/speed,/objects@num,.fullname", Col: pipelineKeys, Base: basePipeline, Ignore: ".file",
		Holm: true, MinEffect: benchreport.DefaultMinEffect,
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Each line is a pipeline, informer/queue/store, compared with %s, client-go as it ships.\n\n", basePipeline)
	if err := c.WriteText(w, benchreport.Layout{Width: width, Transposed: true}); err != nil {
		return err
	}
	all, err := summaries(raw)
	if err != nil {
		return err
	}
	for _, s := range all {
		fmt.Fprintf(w, "Summary, compared with %s\n\n", s.Base)
		if err := s.WriteText(w, width); err != nil {
			return err
		}
	}
	return nil
}

// command is what repeats this run, in this folder's program.
func command(cmd *cobra.Command) string {
	words := []string{"bin/benchgen bench"}
	left := []string{"help", "commit", "out", "shard", "label"}
	if trace := cmd.Flags().Lookup("trace"); trace != nil && trace.Value.String() != "" {
		left = append(left, ofGenerator...)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(left, f.Name) && f.Value.String() != "" {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	return strings.Join(words, " ")
}
