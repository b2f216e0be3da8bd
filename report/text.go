package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/perf/benchunit"
)

// WriteText prints the tables in the manner of benchstat. Where the columns of a
// table do not fit into width characters, the table is continued below with the
// base column repeated; width 0 means no limit.
func (c *Comparison) WriteText(w io.Writer, width int) error {
	b := bufio.NewWriter(w)
	notes := &footnotes{}
	var config, parts string
	for _, t := range c.Tables {
		shared, rows := shorten(t.Rows)
		printIfNew(b, &config, strings.Join(t.Config, "\n"))
		printIfNew(b, &parts, strings.Join(shared, " "))
		for _, cols := range t.chunks(rows, width) {
			t.writeChunk(b, rows, cols, notes)
		}
	}
	notes.write(b)
	for _, warning := range c.Warnings {
		fmt.Fprintf(b, "warning: %s\n", warning)
	}
	return b.Flush()
}

// printIfNew prints a heading that differs from the one before it.
func printIfNew(w io.Writer, last *string, text string) {
	if text != *last && text != "" {
		fmt.Fprintln(w, text)
	}
	*last = text
}

// chunks divides the columns into runs that fit the width, each with the base first.
func (t *Table) chunks(rows []string, width int) [][]int {
	label := longest(rows)
	var out [][]int
	chunk, used := []int{0}, label+t.colWidth(0)
	for i := 1; i < len(t.Cols); i++ {
		if width > 0 && len(chunk) > 1 && used+t.colWidth(i) > width {
			out = append(out, chunk)
			chunk, used = []int{0}, label+t.colWidth(0)
		}
		chunk, used = append(chunk, i), used+t.colWidth(i)
	}
	return append(out, chunk)
}

const separator = "  "

func (t *Table) colWidth(col int) int {
	n := utf8.RuneCountInString(t.Cols[col])
	for _, line := range t.Cells {
		n = max(n, utf8.RuneCountInString(t.cellText(line, col, nil)))
	}
	return n + len(separator)
}

func (t *Table) writeChunk(w io.Writer, rows []string, cols []int, notes *footnotes) {
	lines := [][]string{{t.Unit + t.direction()}}
	for _, c := range cols {
		lines[0] = append(lines[0], t.Cols[c])
	}
	for r, line := range t.Cells {
		cells := []string{rows[r]}
		for _, c := range cols {
			cells = append(cells, t.cellText(line, c, notes))
		}
		lines = append(lines, cells)
	}
	writeAligned(w, lines)
	fmt.Fprintln(w)
}

func (t *Table) direction() string {
	switch t.Better {
	case 1:
		return " (higher is better)"
	case -1:
		return " (lower is better)"
	}
	return ""
}

func (t *Table) cellText(line []*Cell, col int, notes *footnotes) string {
	c := line[col]
	if c == nil {
		return "-"
	}
	scale := benchunit.CommonScale(centers(line), benchunit.ClassOf(t.Unit))
	text := scale.Format(c.Summary.Center)
	// Under six samples there is no 95% interval to print.
	if len(c.Sample.Values) >= MinForInterval {
		text += " ± " + c.Summary.PctRangeString()
	}
	text += notes.mark(c.Warnings)
	switch c.Verdict {
	case NoBase:
		return text
	case NotEnoughSamples:
		return fmt.Sprintf("%s  (%s, n=%d)", text, c.Verdict, len(c.Sample.Values))
	case NoDifference:
		return fmt.Sprintf("%s  ~ (%s)", text, c.Comparison)
	}
	return fmt.Sprintf("%s  %s (%s)", text, c.Comparison.FormatDelta(c.Base.Summary.Center, c.Summary.Center), c.Comparison)
}

func centers(line []*Cell) []float64 {
	var out []float64
	for _, c := range line {
		if c != nil {
			out = append(out, c.Summary.Center)
		}
	}
	return out
}

func longest(texts []string) int {
	n := 0
	for _, s := range texts {
		n = max(n, utf8.RuneCountInString(s))
	}
	return n
}
