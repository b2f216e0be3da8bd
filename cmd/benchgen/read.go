package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/api/meta"

	"informerbench/workload/trace"
)

func newRead() *cobra.Command {
	return &cobra.Command{
		Use:   "read FILE...",
		Short: "check files that generate or record wrote and show what they hold",
		Long: `read goes through every record of a file, checks it, and prints what the file holds.
A file that was cut short or damaged is an error that names the place.`,
		Example: "  benchgen read pods.trace",
		Args:    someArgs("at least one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, path := range args {
				if err := readFile(cmd.OutOrStdout(), path); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func readFile(w io.Writer, path string) error {
	return withTrace(path, func(r *trace.Reader, bytes int64) error {
		if r.Header().Kind == trace.Recording {
			c, err := countTrace(path, r, bytes)
			if err != nil {
				return playable(err, r, "what benchgen trace show shows")
			}
			return c.write(w, false)
		}
		return readGenerated(w, path, r)
	})
}

// readGenerated shows what generate wrote.
func readGenerated(w io.Writer, path string, r *trace.Reader) error {
	t := tally{counts: map[string]int{}}
	for e, err := range r.All() {
		if err != nil {
			return err
		}
		object, err := meta.Accessor(e.Object)
		if err != nil {
			return err
		}
		t.add(fmt.Sprintf("%s\t%s", e.Resource, e.Type), object.GetResourceVersion())
	}
	h := r.Header()
	fmt.Fprintf(w, "%s: %s of %d objects, profile %s, seed %d\n", path, h.Kind, h.Config.Objects, h.Config.Profile, h.Config.Seed)
	if h.Kind == trace.Stream {
		fmt.Fprintf(w, "mix %s, stream seed %d\n", h.Mix, h.StreamSeed)
	}
	return t.write(w)
}

// tally counts records by resource and type, in order of first appearance.
type tally struct {
	order       []string
	counts      map[string]int
	first, last string
}

func (t *tally) add(key, version string) {
	if t.counts[key]++; t.counts[key] == 1 {
		t.order = append(t.order, key)
	}
	if t.first == "" {
		t.first = version
	}
	t.last = version
}

func (t *tally) write(w io.Writer) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "RESOURCE\tTYPE\tRECORDS")
	for _, key := range t.order {
		fmt.Fprintf(tab, "%s\t%d\n", key, t.counts[key])
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "resource versions %s to %s\n", t.first, t.last)
	return err
}
