package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"informerbench/workload/fit"
	"informerbench/workload/trace"
)

func newFit() *cobra.Command {
	var format, out string
	var force bool
	cmd := &cobra.Command{
		Use:   "fit [flags] TRACE",
		Short: "describe a recorded trace in numbers, and make generator settings of it",
		Long: `fit goes through a trace once and prints what it looks like: objects and how they spread over
namespaces, rates and bursts of events, what they do, sizes, how often one object changes, and
how many objects an index value has.

With --out it writes settings for the generator that resemble the trace, for run, bench, generate
and serve: so the recorded cluster can be had at another size. How the numbers come about, and what the
settings leave out, stands in go doc ./workload/fit.

Of a trace that was cut short or damaged, fit describes what stands before the damage, and says so.
Rates leave out the time in which the recorder could not reach the server.`,
		Example: `  benchgen fit prod.trace
  benchgen fit prod.trace --out=prod.json
  benchgen run --settings=prod.json --objects=1M --store=mvcc
  benchgen fit prod.trace --format=json > prod.fit.json`,
		Args: oneArg("one trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return usagef("unknown format %q: allowed are text, json", format)
			}
			if err := mayWriteOr(out, force); err != nil {
				return err
			}
			return fitTrace(cmd, args[0], format, out)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text or json")
	f.StringVarP(&out, "out", "o", "", "file to write settings of the generator to")
	f.BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}

// oneArg wants exactly one positional argument, named so in the error.
func oneArg(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usagef("%s needs %s, got %q: see %s --help", cmd.CommandPath(), what, args, cmd.CommandPath())
		}
		return nil
	}
}

func fitTrace(cmd *cobra.Command, path, format, out string) error {
	f, err := readFit(cmd.Context(), path, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if err := writeFit(cmd.OutOrStdout(), f, format); err != nil {
		return err
	}
	if f.Damage != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s is incomplete: %s; the numbers are of what stands before\n", path, f.Damage)
	}
	if out == "" {
		return nil
	}
	settings := f.Settings()
	if f.Basis() == nil {
		return fmt.Errorf("%s holds no objects to make settings of", path)
	}
	if err := trace.WriteFile(out, settings.Write); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s, which resembles the %s\n", out, f.Basis().Resource)
	return nil
}

// readFit names the path in its errors.
func readFit(ctx context.Context, path string, progress io.Writer) (*fit.Fit, error) {
	file, _, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r, err := trace.NewReader(watchedReader(file, progress))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f, err := fit.Read(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func writeFit(w io.Writer, f *fit.Fit, format string) error {
	if format == "text" {
		return f.WriteText(w)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(f)
}

// readProgress tells how far a file is read, once in a while.
type readProgress struct {
	file        *os.File
	out         io.Writer
	size, read  int64
	began, next time.Time
}

// progressEvery is seldom enough that a short file shows nothing.
const progressEvery = 5 * time.Second

func watchedReader(f *os.File, out io.Writer) io.Reader {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return f
	}
	now := time.Now()
	return &readProgress{file: f, out: out, size: info.Size(), began: now, next: now.Add(progressEvery)}
}

func (p *readProgress) Read(b []byte) (int, error) {
	n, err := p.file.Read(b)
	p.read += int64(n)
	if now := time.Now(); p.read > 0 && now.After(p.next) {
		p.next = now.Add(progressEvery)
		left := time.Duration(float64(now.Sub(p.began)) * float64(p.size-p.read) / float64(p.read))
		fmt.Fprintf(p.out, "read %d%%, about %s left\n", 100*p.read/p.size, left.Round(time.Second))
	}
	return n, err
}
