package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"informerbench/workload/trace"
)

func newTraceShow() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show FILE...",
		Short: "check traces and show what they hold",
		Long: `show goes through every record of a trace, checks it, and prints what it holds. Of a trace
that was cut short or damaged it shows what is before the damage, and then fails with the
place. A recording that is still running can be looked at in its .partial file. Where the
recorder could not watch a resource it says so: nothing is known of that time.`,
		Example: `  benchgen trace show prod.trace
  benchgen trace show --json prod.trace | jq .summary`,
		Args: someArgs("at least one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, path := range args {
				err := withTrace(path, func(r *trace.Reader, bytes int64) error {
					c, damage := countTrace(path, r, bytes)
					if err := c.write(cmd.OutOrStdout(), asJSON); err != nil {
						return err
					}
					return playable(damage, r, "shown")
				})
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// traceContent is what a trace holds, as far as it can be read.
type traceContent struct {
	File    string         `json:"file"`
	Bytes   int64          `json:"bytes"`
	Header  trace.Header   `json:"header"`
	Counts  []traceCount   `json:"counts"`
	Last    time.Duration  `json:"lastOffsetNs"`
	Whole   bool           `json:"whole"`
	Summary *trace.Summary `json:"summary,omitempty"`
	Gaps    []trace.Gap    `json:"gaps,omitempty"`
}

type traceCount struct {
	Resource string `json:"resource"`
	Phase    string `json:"phase"`
	Type     string `json:"type"`
	Records  int    `json:"records"`
}

// playable adds to what is wrong with a trace how to use what stands before the damage.
func playable(damage error, r *trace.Reader, done string) error {
	var at *trace.DamageError
	if !errors.As(damage, &at) || r.Header().Kind == trace.Stream {
		return damage
	}
	return fmt.Errorf("%w: what stands before that is %s; run, bench and serve replay it with --allow-cut", damage, done)
}

// countTrace reads all of a trace; what it returns beside an error is of what stands before the damage.
func countTrace(path string, r *trace.Reader, bytes int64) (*traceContent, error) {
	c := &traceContent{File: path, Bytes: bytes, Header: r.Header()}
	index := map[traceCount]int{}
	var gaps trace.Gaps
	defer func() { c.Gaps = gaps.All() }()
	for record, err := range r.Records() {
		if err != nil {
			return c, err
		}
		gaps.Add(record)
		key := traceCount{Resource: string(record.Resource), Phase: record.Phase.String(), Type: string(record.Type)}
		i, ok := index[key]
		if !ok {
			i = len(c.Counts)
			index[key] = i
			c.Counts = append(c.Counts, key)
		}
		c.Counts[i].Records++
		c.Last = record.Offset
	}
	s, whole := r.Summary()
	c.Summary, c.Whole = &s, whole
	return c, nil
}

func (c *traceContent) write(w io.Writer, asJSON bool) error {
	if asJSON {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(c)
	}
	c.describe(w)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "RESOURCE\tPHASE\tTYPE\tRECORDS")
	for _, n := range c.Counts {
		fmt.Fprintf(tab, "%s\t%s\t%s\t%d\n", quotedName(n.Resource), n.Phase, n.Type, n.Records)
	}
	return tab.Flush()
}

func (c *traceContent) describe(w io.Writer) {
	var names []string
	for _, r := range c.Header.Resources {
		names = append(names, quotedName(r.AsKind().GVR().GroupResource().String()))
	}
	fmt.Fprintf(w, "%s: %s of %s, %s\n", c.File, c.Header.Kind, strings.Join(names, ", "), byteSize(c.Bytes))
	if c.Header.Kind != trace.Recording {
		return
	}
	form := "anonymized"
	if !c.Header.Anonymized {
		form = "NOT anonymized"
	}
	fmt.Fprintf(w, "%s, begun %s, last record after %s\n", form, c.Header.Started.Format(time.RFC3339), c.Last.Round(time.Millisecond))
	if c.Header.Dropped != "" {
		fmt.Fprintf(w, "left out: %s\n", quotedName(c.Header.Dropped))
	}
	if s := c.Summary; s != nil {
		fmt.Fprintf(w, "ended %s; %s recorded; first list complete: %t; %s\n",
			quotedName(s.Ended), s.Span.Round(time.Millisecond), s.Listed, opened(*s))
	}
	writeGaps(w, c.Gaps, func(at time.Duration) string { return at.Round(time.Millisecond).String() })
}

// quotedName shows what a file says of itself as it is, if it can do no harm on a terminal.
func quotedName(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
		return fmt.Sprintf("%q", s)
	}
	return s
}
