package main

import (
	"context"
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

// withTrace opens a trace; what goes wrong is said with its name.
func withTrace(path string, use func(r *trace.Reader, bytes int64) error) error {
	f, info, err := trace.Open(path)
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
			if err := mayWriteOr(out, force); err != nil {
				return err
			}
			return withTrace(args[0], func(r *trace.Reader, _ int64) error {
				if h := r.Header(); h.Kind == trace.Recording && !h.Anonymized && !plain {
					return usagef("the recording is not anonymized: names, environment and annotations would be in the text: say --plain if that is meant")
				}
				err := toFileOr(cmd.OutOrStdout(), out, func(w io.Writer) error { return trace.Export(cmd.Context(), w, r) })
				var damage *trace.DamageError
				if errors.As(err, &damage) && out != "" {
					return fmt.Errorf("%w: %s is not written; without --out, what stands before that is printed", err, out)
				}
				return err
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
			if err := mayWriteOr(out, force); err != nil {
				return err
			}
			in, err := openLines(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			defer in.Close()
			return toFileOr(nil, out, func(w io.Writer) error { return importLines(cmd.Context(), args[0], w, in) })
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write")
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}

// openLines opens a file for import; - is standard input.
func openLines(path string, stdin io.Reader) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(stdin), nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("no file %q: give JSON lines, as benchgen trace export writes them", path)
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%q is a directory: give JSON lines, as benchgen trace export writes them", path)
	}
	return os.Open(path)
}

// importLines says what is wrong with the name of the file and the line.
func importLines(ctx context.Context, path string, w io.Writer, in io.Reader) error {
	err := trace.Import(ctx, w, in)
	var line *trace.LineError
	if errors.As(err, &line) {
		return fmt.Errorf("%s:%d: %w", path, line.Line, line.Err)
	}
	return err
}

// mayWriteOr refuses, before anything is read, a file that cannot be written; without a name it is standard output.
func mayWriteOr(path string, force bool) error {
	if path == "" {
		return nil
	}
	return trace.MayWrite(path, force)
}

// toFileOr writes a file that appears when it is whole, or without a name to w.
func toFileOr(w io.Writer, path string, write func(io.Writer) error) error {
	if path == "" {
		return write(w)
	}
	return trace.WritePrivateFile(path, write)
}
