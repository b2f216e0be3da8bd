// Package program is what the examples have in common with every command: signals,
// flags, errors for people, and the way to a cluster.
package program

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

// Main runs a program until it ends or is interrupted, and exits: with 0 when run
// returned nil, else with 1 and the error on standard error, where logs go too.
// Standard output is for results.
func Main(name string, run func(ctx context.Context, args []string, out io.Writer) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends a shutdown that takes too long: the first one gives the
	// signals back to the system.
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	os.Exit(1)
}

// Parse parses the arguments. Asked for help it prints the text and the flags to out
// and returns [flag.ErrHelp]; other errors say what is wrong and how to get help.
func Parse(flags *flag.FlagSet, args []string, out io.Writer, help string) error {
	flags.SetOutput(io.Discard) // the caller prints the error, once
	flags.Usage = func() {}
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(out, "%s\n\nFlags:\n", help)
		flags.SetOutput(out)
		flags.PrintDefaults()
		return err
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("no arguments are expected beside flags, got %q", flags.Args())
	}
	if err != nil {
		return fmt.Errorf("%w: see %s --help", err, flags.Name())
	}
	return nil
}
