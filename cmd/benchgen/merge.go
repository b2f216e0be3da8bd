package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"informerbench/report/merge"
	"informerbench/report/printable"
	"informerbench/workload/trace"
)

func newMerge() *cobra.Command {
	var out string
	var o merge.Options
	var allow string
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "join results that several machines measured in shards",
		Long: `merge joins what benchgen bench --shard=INDEX/NUMBER printed on several machines, logs of pods
included: lines of others are left out. Every result keeps the machine that it was measured on, and
rounds of two machines never become one sample. A file without shards is taken for a whole run, which
a warning says: nothing tells whether it is complete.

It refuses damaged and cut files and such that are not plain UTF-8, naming the line, shards that are
there twice or missing, and results of different commits or settings
(` + strings.Join(merge.Settings(), ", ") + `).`,
		Example: `  kubectl logs --namespace=informerbench --selector=app.kubernetes.io/name=benchgen --tail=-1 > all.log
  benchgen merge all.log --out=merged.txt
  benchgen merge shard-0.txt shard-1.txt --partial --out=merged.txt
  benchgen merge m7.log c7.log --allow=go --out=merged.txt && benchgen recommend --objects=100000 merged.txt`,
		Args: someArgs("at least one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Allow = splitList(allow)
			for _, key := range o.Allow {
				if !strings.Contains(" "+strings.Join(merge.Settings(), " ")+" ", " "+key+" ") {
					return usagef("unknown setting %q in --allow: allowed are %s", key, strings.Join(merge.Settings(), ", "))
				}
			}
			blocks, err := merge.Read(args...)
			if err != nil {
				return err
			}
			merged, err := merge.Merge(blocks, o)
			if err != nil {
				return err
			}
			if err := writeMerged(cmd.OutOrStdout(), out, merged.Text); err != nil {
				return err
			}
			return describeMerged(cmd.ErrOrStderr(), merged)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&out, "out", "-", "file for the joined results; - is standard output")
	f.BoolVar(&o.Partial, "partial", false, "merge what there is though shards are missing")
	f.StringVar(&allow, "allow", "", "settings that may differ, separated by commas: "+strings.Join(merge.Settings(), ", "))
	return cmd
}

// writeMerged leaves either the whole file or what was there before.
func writeMerged(stdout io.Writer, path string, text []byte) error {
	if path == "-" {
		_, err := stdout.Write(text)
		return err
	}
	if path == "" {
		return usagef("no file given: use --out=merged.txt, or --out=- for standard output")
	}
	return trace.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

func describeMerged(w io.Writer, m *merge.Merged) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "RUN\tSHARD\tRESULTS\tMACHINE\tFILE")
	for _, p := range m.Parts {
		run, shard := p.Shard.Label, "-"
		if run == "" {
			run = "-"
		}
		if p.Shard.Of > 0 {
			shard = fmt.Sprintf("%d/%d", p.Shard.Index, p.Shard.Of)
		}
		fmt.Fprintf(tab, "%s\t%s\t%d\t%s\t%s\n", run, shard, p.Results, printable.Text(p.Machine), printable.Text(p.File))
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	for _, warning := range m.Warnings {
		fmt.Fprintf(w, "warning: %s\n", printable.Text(warning))
	}
	return nil
}
