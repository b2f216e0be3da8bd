package page

import (
	"bytes"
	"strings"
)

// How a report says that it is one: at its very beginning, invisible to who reads it.
const (
	htmlMark     = `<meta name="generator" content="benchgen report">`
	markdownMark = "<!-- benchgen report -->\n"
)

// MarkWithin is how many bytes from the beginning of a file hold the mark that IsReport looks for.
const MarkWithin = 256

// IsReport tells from the first bytes of a file, at least MarkWithin if it has so many, whether a [Page] wrote it: such a file
// may be replaced by a newer report, and no other.
func IsReport(beginning []byte) bool {
	beginning = beginning[:min(len(beginning), MarkWithin)]
	return bytes.HasPrefix(beginning, []byte(strings.TrimSpace(markdownMark))) ||
		bytes.HasPrefix(beginning, []byte("<!DOCTYPE html>")) && bytes.Contains(beginning, []byte(htmlMark))
}
