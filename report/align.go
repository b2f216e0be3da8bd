package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// writeAligned prints lines of cells in columns. text/tabwriter would do but for
// counting "±" and "µ" by bytes where a terminal is set to count runes.
func writeAligned(w io.Writer, lines [][]string) {
	var widths []int
	for _, line := range lines {
		for i, cell := range line {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range lines {
		var b strings.Builder
		for i, cell := range line {
			if i > 0 {
				b.WriteString(separator)
			}
			b.WriteString(cell)
			b.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// footnotes numbers warnings that belong to cells, each text once.
type footnotes struct{ texts []string }

func (f *footnotes) mark(warnings []string) string {
	if f == nil {
		return ""
	}
	var mark string
	for _, w := range warnings {
		at := -1
		for i, t := range f.texts {
			if t == w {
				at = i
			}
		}
		if at < 0 {
			at = len(f.texts)
			f.texts = append(f.texts, w)
		}
		mark += fmt.Sprintf(" [%d]", at+1)
	}
	return mark
}

func (f *footnotes) write(w io.Writer) {
	for i, t := range f.texts {
		fmt.Fprintf(w, "[%d] %s\n", i+1, t)
	}
}
