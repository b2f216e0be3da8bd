package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// flagError says in our words what a flag may be; the parsers' errors name functions of
// package strconv.
func flagError(cmd *cobra.Command, err error) error {
	invalid, ok := invalidValue(err, cmd.Flags().Lookup)
	if !ok {
		return usagef("%w: see %s --help", err, cmd.CommandPath())
	}
	f := invalid.GetFlag()
	return usagef("--%s is %q: it must be %s: see %s --help",
		f.Name, invalid.GetValue(), allowed(f.Value.Type(), f.DefValue, err), cmd.CommandPath())
}

// badValue is the error of the flag parser for a value that it cannot read.
type badValue[F any] interface {
	error
	GetFlag() F
	GetValue() string
}

// invalidValue finds such an error. The look-up is there for its type F, that of a flag,
// whose package is cobra's dependency and not ours.
func invalidValue[F any](err error, _ func(name string) F) (badValue[F], bool) {
	var invalid badValue[F]
	ok := errors.As(err, &invalid)
	return invalid, ok
}

// allowed describes the values of a flag by its type, with its default as the example.
func allowed(kind, example string, err error) string {
	if r, known := ranges[kind]; known && outOfRange(err) {
		return r
	}
	if k, known := kinds[kind]; known {
		return fmt.Sprintf(k, example)
	}
	if cause := errors.Unwrap(err); cause != nil { // our own types say what they take
		return fmt.Sprintf("of type %s: %v", kind, cause)
	}
	return "of type " + kind
}

var (
	kinds = map[string]string{
		"int":      "a whole number, such as %s",
		"uint64":   "a whole number of at least 0, such as %s",
		"float64":  "a number, such as %s",
		"duration": "a length of time with its unit, such as 500ms, 10s or %s",
		"bytes":    "an amount of memory, such as 2Gi, 512Mi or %s",
		"bool":     "true or false, such as %s",
	}
	ranges = map[string]string{
		"int":    "a whole number of at most 9223372036854775807",
		"uint64": "a whole number of at most 18446744073709551615",
	}
)

// outOfRange also knows package flag's error, which is not exported.
func outOfRange(err error) bool {
	return errors.Is(err, strconv.ErrRange) || strings.HasSuffix(err.Error(), strconv.ErrRange.Error())
}
