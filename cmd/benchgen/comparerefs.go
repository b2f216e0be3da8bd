package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"informerbench/bench/refs"
	benchreport "informerbench/report"
)

// markdownFile is what a workflow posts.
const markdownFile = "comparison.md"

// refsFlags says what is measured of two commits.
type refsFlags struct {
	on                         bool
	count, objects             int
	stores, mix, measures, out string
	build                      string
}

func (r *refsFlags) register(f *pflag.FlagSet) {
	f.BoolVar(&r.on, "refs", false, "the arguments are commits: measure them")
	f.IntVar(&r.count, "count", 10, "with --refs: rounds; a claim needs 10")
	f.StringVar(&r.stores, "store", "", "with --refs: stores, separated by commas (default all that both commits know, but client-go's)")
	f.IntVar(&r.objects, "objects", 10_000, "with --refs: objects of a cell")
	f.StringVar(&r.mix, "mix", "churn", "with --refs: mix of events: churn, rollout, heartbeat, nodefailure, flap")
	f.StringVar(&r.measures, "measures", "", "with --refs: what to measure, separated by commas: sync, heap, throughput, latency, read, reconcile, relist (default all)")
	f.StringVar(&r.out, "out", "results/latest/refs", "with --refs: folder for the results")
	f.StringVar(&r.build, "build", "", "with --refs: shell command that builds a commit's program into $OUT (default go build)")
}

// compareRefs measures two commits and judges them.
func (c *compareFlags) compareRefs(cmd *cobra.Command, args []string) error {
	if len(args) > 2 {
		return usagef("--refs takes a base and one commit to compare with it, got %q", args)
	}
	if c.refs.count < 1 {
		return usagef("count is %d: it must be at least 1", c.refs.count)
	}
	if c.options.Col != "" || c.options.Base != "" {
		return usagef("--col and --base say what --refs knows: the base and the other commit are compared")
	}
	raw := filepath.Join(c.refs.out, benchFile)
	run := c.refs.measurement(args)
	run.Out, run.Stderr = raw, cmd.ErrOrStderr()
	if err := run.Do(cmd.Context()); err != nil {
		if errors.Is(err, refs.ErrRef) {
			return usageError{err}
		}
		return err
	}
	if !cmd.Flags().Changed("gate") {
		c.gate.on = true
	}
	c.options.Col = fmt.Sprintf("%s@(%s %s %s)", refs.Key, refs.Base, refs.Again, refs.Head)
	c.options.Base = refs.Base
	// What commits are compared for: their code, and the version of client-go that it is built with.
	c.options.Ignore = "commit,client-go,.file"
	if err := c.publishRefs(raw); err != nil {
		return err
	}
	return c.compare(cmd, []string{raw})
}

func (r *refsFlags) measurement(args []string) refs.Run {
	run := refs.Run{
		Repo: ".", Base: args[0], Stores: splitList(r.stores), Rounds: r.count,
		Args: []string{fmt.Sprintf("--objects=%d", r.objects), "--mix=" + r.mix},
	}
	if len(args) > 1 {
		run.Head = args[1]
	}
	if r.measures != "" {
		run.Args = append(run.Args, "--measures="+r.measures)
	}
	if r.build != "" {
		run.Build = r.shellBuild
	}
	return run
}

// shellBuild runs the command that --build names.
func (r *refsFlags) shellBuild(ctx context.Context, dir, out string) error {
	cmd := exec.CommandContext(ctx, "sh", "-c", r.build)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "OUT="+out)
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", r.build, err, bytes.TrimSpace(text))
	}
	return nil
}

// publishRefs leaves the comparison beside the raw results, as text and as Markdown.
func (c *compareFlags) publishRefs(raw string) error {
	comparison, result, err := c.judged([]string{raw})
	if err != nil {
		return err
	}
	var text, page bytes.Buffer
	if err := errors.Join(
		writeCompareText(&text, benchreport.Layout{Width: pageWidth}, comparison, result),
		writeCompareMarkdown(&page, comparison, result),
	); err != nil {
		return err
	}
	dir := filepath.Dir(raw)
	return errors.Join(
		os.WriteFile(filepath.Join(dir, compareFile), text.Bytes(), 0o644),
		os.WriteFile(filepath.Join(dir, markdownFile), page.Bytes(), 0o644))
}
