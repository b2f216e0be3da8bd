// Command peerbench measures other people's stores beside client-go's and this repository's, with the rows of
// bench/storebench. See peerbench --help.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

const usage = `peerbench measures stores alone, each operation beside client-go's store, other people's
stores among them. Each store and population runs in a process of its own, all of them round by
round in turn; client-go's store is always measured along, twice.

It leaves raw Go benchmark text in the folder --out; benchgen storetable prints its tables.

Examples:
  peerbench --scale=10k --store=memdb,statedb,mvcc --count=4 --out=results/mine
  peerbench --scale=100k --rows='get,update,list' --count=10
  benchgen storetable results/mine/bench.txt

Flags:
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	var wrong usageError
	switch {
	case err == nil:
	case errors.Is(err, flag.ErrHelp):
	case errors.As(err, &wrong):
		fmt.Fprintf(os.Stderr, "peerbench: %v: see peerbench --help\n", err)
		os.Exit(2)
	default:
		fmt.Fprintf(os.Stderr, "peerbench: %v\n", err)
		os.Exit(1)
	}
}

// usageError marks what the caller mends by asking differently.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run is the whole command. The first argument "process" makes it the process that it starts itself.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) > 0 && args[0] == "process" {
		return process(args[1:], stdout)
	}
	var o options
	fs := o.flags(stderr)
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return usageError{err}
	}
	if fs.NArg() > 0 {
		return usagef("unknown argument %q", fs.Arg(0))
	}
	if o.list {
		return list(stdout)
	}
	suite, err := o.suite(stderr)
	if err != nil {
		return err
	}
	if err := suite.Do(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, suite.Out)
	return err
}
