package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"informerbench/report/flame"
)

// The files that list what a run of profile has left.
const (
	profileIndex     = "profiles.txt"
	profileIndexJSON = "profiles.json"
)

// profileEntry is what the index says of one cell and kind.
type profileEntry struct {
	Kind, Pipeline, Cell string
	Totals               flame.Totals       // of all rounds
	Samples              *int64             `json:",omitempty"` // about as many, where the kind takes samples
	Top                  []flame.Entry      // nothing if there are no samples
	Stages               []flame.StageShare `json:",omitempty"`
	Files                []string           // in the index's folder
}

func writeProfileIndex(dir string, rounds int, entries []profileEntry) ([]byte, error) {
	data, err := json.MarshalIndent(struct {
		Rounds   int
		Profiles []profileEntry
	}{rounds, entries}, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, profileIndexJSON), append(data, '\n'), 0o644); err != nil {
		return nil, err
	}
	text := profileText(dir, rounds, entries)
	return text, os.WriteFile(filepath.Join(dir, profileIndex), text, 0o644)
}

// enoughSamples: with as many a share of a half is known to about ten points (twice the standard error), with fewer
// the order of functions is chance.
const enoughSamples = 100

func profileText(dir string, rounds int, entries []profileEntry) []byte {
	var text bytes.Buffer
	total := "the total"
	if rounds > 1 {
		total += fmt.Sprintf(" of %d rounds", rounds)
	}
	fmt.Fprintf(&text, "What took most itself, and how much of %s that is:\n\n", total)
	functionTable(&text, entries)
	for _, e := range entries {
		if e.Samples != nil && *e.Samples < enoughSamples {
			fmt.Fprintf(&text, "\nwarning: %s of %s rests on %d samples, and shares need %d or more: take more objects (--objects) or events (--events), longer phases (--phase), or more rounds (--rounds)\n",
				e.Kind, e.Pipeline, *e.Samples, enoughSamples)
		}
	}
	fmt.Fprint(&text, "\nBy stage:\n\n")
	stageTable(&text, entries)
	fmt.Fprintf(&text, "\nFiles in %s:\n\n", filepath.Clean(dir))
	for _, e := range entries {
		fmt.Fprintln(&text, briefly(e.Files))
	}
	return text.Bytes()
}

// briefly names the first file and of the others what follows on the part that all begin with.
func briefly(files []string) string {
	common := strings.TrimSuffix(files[0], ".pprof")
	line := files[0]
	for _, name := range files[1:] {
		line += " " + strings.TrimPrefix(name, common)
	}
	return line
}

func functionTable(text *bytes.Buffer, entries []profileEntry) {
	tab := tabwriter.NewWriter(text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "KIND\tPIPELINE\tTOTAL\tSELF\tFUNCTION")
	for _, e := range entries {
		head := fmt.Sprintf("%s\t%s\t%s %s", e.Kind, e.Pipeline, flame.Amount(e.Totals.Value, e.Totals.Unit), e.Totals.Type)
		if len(e.Top) == 0 {
			fmt.Fprintf(tab, "%s\t-\tno samples\n", head)
		}
		for _, f := range e.Top {
			fmt.Fprintf(tab, "%s\t%.1f%%\t%s\n", head, 100*f.SelfShare, f.Function)
			head = "\t\t"
		}
	}
	tab.Flush() // a buffer takes everything
}

func stageTable(text *bytes.Buffer, entries []profileEntry) {
	tab := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tab, "KIND\tPIPELINE\t")
	for _, stage := range flame.AllStages() {
		fmt.Fprintf(tab, "%s\t", stage)
	}
	fmt.Fprintln(tab)
	for _, e := range entries {
		if len(e.Stages) == 0 {
			continue
		}
		fmt.Fprintf(tab, "%s\t%s\t", e.Kind, e.Pipeline)
		for _, s := range e.Stages {
			fmt.Fprintf(tab, "%.1f%%\t", 100*s.Share)
		}
		fmt.Fprintln(tab)
	}
	tab.Flush()
}
