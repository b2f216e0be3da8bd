package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"informerbench/reflectorbench"
	"informerbench/report/printable"
)

// Exit codes: what a caller's script can tell apart.
const (
	exitOK     = 0
	exitFailed = 1 // the work could not be done here and now: too little memory, too
	exitUsage  = 2 // what was asked for is not possible anywhere: a bad flag, name or value
)

// usageError marks an error that the caller mends by asking differently.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// report prints the one line that says what went wrong and returns the exit code.
func report(ctx context.Context, stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	if ctx.Err() != nil {
		text := strings.TrimPrefix(strings.TrimSuffix(err.Error(), ": "+context.Canceled.Error()), "interrupted: ")
		fmt.Fprintf(stderr, "benchgen: interrupted: %s\n", printable.Lines(text))
		return exitFailed
	}
	// Errors name files, and what stands in them.
	fmt.Fprintf(stderr, "benchgen: %s\n", printable.Lines(err.Error()))
	var usage usageError
	var cell *reflectorbench.UsageError
	if errors.As(err, &usage) || errors.As(err, &cell) {
		return exitUsage
	}
	return exitFailed
}
