package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// writeTable prints a line for each store, then what needs words.
func writeTable(w io.Writer, version string, variants []*outcome, keptOnes *outcome) error {
	fmt.Fprintf(w, "client-go %s, package tools/cache: its own tests, with each variant as the store\n\n", version)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "store\tpassed\tof these at the 2nd try\tfailed\tskipped\tkept\tduration\t")
	for _, o := range variants {
		row(tab, o, o.store, len(kept()))
	}
	row(tab, keptOnes, "clientgo", 0)
	if err := tab.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nKept on client-go's store, whose private type they look into (the last line): %s and %s.\n",
		strings.Join(kept(), ", "), keptBenchmark)
	for _, o := range append(variants, keptOnes) {
		details(w, o)
	}
	return nil
}

func row(w io.Writer, o *outcome, name string, kept int) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%v\t\n", name, len(o.passed)+len(o.second), len(o.second),
		len(o.failed), len(o.skipped), kept, o.duration.Round(time.Second))
}

// details names the tests that did not simply pass, and shows the end of what they printed.
func details(w io.Writer, o *outcome) {
	for what, names := range map[string][]string{"skipped by client-go": o.skipped, "failed once, passed alone": o.second, "FAILED": o.failed} {
		if len(names) > 0 {
			fmt.Fprintf(w, "%s: %s: %s\n", o.store, what, strings.Join(names, ", "))
		}
	}
	for _, test := range slices.Sorted(maps.Keys(o.output)) {
		if slices.Contains(o.failed, test) || slices.Contains(o.second, test) {
			fmt.Fprintf(w, "\n%s: %s printed at its end:\n%s\n", o.store, test, end(o.output[test], 40))
		}
	}
}

// end is the last lines of a text.
func end(text string, lines int) string {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
