package report

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"informerbench/report/printable"
)

// printableLine makes the text of a line safe to print. All names that this package and those above it ever show are
// read through here, so that no writer has to think of it, and columns are as wide as they look. Lines that
// benchfmt does not read stay: they are shown nowhere, and longer ones could be too long for it.
func printableLine(line []byte) []byte {
	if !meansSomething(line) {
		return line
	}
	text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	safe := printable.Lines(string(text))
	if safe == string(text) {
		return line
	}
	return append([]byte(safe), line[len(text):]...)
}

// meansSomething holds for results, histograms and units, which begin with an upper-case letter, and for all that
// may be configuration.
func meansSomething(line []byte) bool {
	for _, word := range []string{"Benchmark", "Unit", "Histogram"} {
		if bytes.HasPrefix(line, []byte(word)) {
			return true
		}
	}
	first, _ := utf8.DecodeRune(line)
	return unicode.IsLower(first)
}
