package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	benchreport "informerbench/report"
)

// shownScenarioUnits are those of the tables that are printed; the file has all.
const shownScenarioUnits = ".unit:(p50-visible-sec OR p99-visible-sec OR p99-deliver-sec OR p99-get-sec OR p99-byindex-sec OR p99-list-sec OR " +
	"took-sec OR behind-sec OR events/s OR peak-B OR requests OR wire-B OR cpu-sec OR server-cpu-sec OR live-B OR " +
	"relist-sec OR peak/steady OR p999-stall-sec OR max-stall-sec OR p50-join-sec OR waiting-B/event OR kept-B OR heap-B/object OR reads/s)"

// writeScenarioComparisonFile puts the tables of all units beside the raw results.
func writeScenarioComparisonFile(dir string) error {
	var all bytes.Buffer
	if err := writeScenarioComparison(&all, filepath.Join(dir, benchFile), "", pageWidth); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, compareFile), all.Bytes(), 0o644)
}

// writeScenarioComparison prints the tables of the units that the filter selects, scenario by scenario: so the correction is
// over the comparisons of one unit in one scenario.
func writeScenarioComparison(w io.Writer, raw, filter string, width int) error {
	in, err := benchreport.Read(raw)
	if err != nil {
		return err
	}
	c, err := benchreport.Compare(in, benchreport.Options{
		Filter: filter, Table: "/scenario,.config", Row: ".name,/objects@num,.fullname", Col: pipelineKeys, Base: basePipeline, Ignore: ".file",
		Holm: true, MinEffect: benchreport.DefaultMinEffect,
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Each line is informer/queue/store, compared with %s, client-go as it ships.\n\n", basePipeline)
	return c.WriteText(w, benchreport.Layout{Width: width, Transposed: true})
}
