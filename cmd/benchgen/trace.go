package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"informerbench/workload/trace"
)

func newTrace() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "look into recordings and other traces, and turn them into text and back",
		Example: `  benchgen trace show prod.trace
  benchgen trace export prod.trace | jq -r 'select(.type == "DELETED") | .object.metadata.name'
  benchgen trace import prod.jsonl -o prod.trace`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q: see %s --help", args[0], cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTraceShow(), newTraceExport(), newTraceImport())
	return cmd
}

// oneFile wants exactly one positional argument.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("%s needs one file, got %q: see %s --help", cmd.CommandPath(), args, cmd.CommandPath())
	}
	return nil
}

// openTrace opens the file of a trace, and says of what cannot be one that it is none: the reader would call it damaged.
func openTrace(path string) (*os.File, os.FileInfo, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, fmt.Errorf("no file %q: give a trace, as benchgen record writes it", path)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = fmt.Errorf("%q is a directory: give a trace, as benchgen record writes it", path)
	case info.Mode().IsRegular() && info.Size() == 0:
		err = fmt.Errorf("%q is empty: give a trace, as benchgen record writes it", path)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// withTrace opens a trace; what goes wrong is said with its name.
func withTrace(path string, use func(r *trace.Reader, bytes int64) error) error {
	f, info, err := openTrace(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := trace.NewReader(f)
	if err == nil {
		err = use(r, info.Size())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func newTraceExport() *cobra.Command {
	var out string
	var plain, force bool
	cmd := &cobra.Command{
		Use:   "export FILE",
		Short: "write a trace as JSON lines, one for each event",
		Long: `export writes a trace as text: a line with the header, a line for each event (offsetNs,
phase, type, resource, object), and a last line that counts them. It is the form to read,
to filter, and to hand on. A recording that was made with --plain names people's things, so
export wants --plain as well.`,
		Example: `  benchgen trace export prod.trace -o prod.jsonl
  benchgen trace export prod.trace | jq -r '[.offsetNs, .type, .object.metadata.name] | @tsv'`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withTrace(args[0], func(r *trace.Reader, _ int64) error {
				if h := r.Header(); h.Kind == trace.Recording && !h.Anonymized && !plain {
					return usagef("the recording is not anonymized: names, environment and annotations would be in the text: say --plain if that is meant")
				}
				return toFileOr(cmd.OutOrStdout(), out, force, func(w io.Writer) error { return trace.Export(cmd.Context(), w, r) })
			})
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write (default: standard output)")
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	cmd.Flags().BoolVar(&plain, "plain", false, "export a recording that is not anonymized")
	return cmd
}

func newTraceImport() *cobra.Command {
	var out string
	var force bool
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "make a trace from JSON lines, as export writes them",
		Long: `import reads lines as export writes them, checks each, and writes a trace. FILE may be -,
for standard input. What is wrong is said with the number of the line.`,
		Example: `  benchgen trace import prod.jsonl -o prod.trace
  benchgen trace export prod.trace | grep -v '"resource":"leases"' | sed 's/"records":[0-9]*,//' | benchgen trace import - -o small.trace`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usagef("no file given: use --out=FILE")
			}
			in := io.NopCloser(cmd.InOrStdin())
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return err
				}
				in = f
			}
			defer in.Close()
			err := toFileOr(nil, out, force, func(w io.Writer) error { return trace.Import(cmd.Context(), w, in) })
			var line *trace.LineError
			if errors.As(err, &line) {
				return fmt.Errorf("%s:%d: %w", args[0], line.Line, line.Err)
			}
			return err
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write")
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}

// toFileOr writes a file that appears when it is whole, or without a name to w.
func toFileOr(w io.Writer, path string, force bool, write func(io.Writer) error) error {
	if path == "" {
		return write(w)
	}
	if _, err := os.Lstat(path); err == nil && !force {
		return fmt.Errorf("%s exists: choose another name, or replace it with --force", path)
	}
	return trace.WritePrivateFile(path, write)
}
