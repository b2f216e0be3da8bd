package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"golang.org/x/perf/benchunit"
)

// Layout says how tables are printed.
type Layout struct {
	// Width is the number of characters that a line may have; 0 means no limit. A
	// table that does not fit is continued below.
	Width int
	// Transposed prints what is compared as lines, the base first, and each row of
	// the table as a column: easier to read where much is compared in few rows.
	Transposed bool
}

// WriteText prints the tables in the manner of benchstat.
func (c *Comparison) WriteText(w io.Writer, layout Layout) error {
	b := bufio.NewWriter(w)
	notes := &footnotes{}
	var config, parts string
	for _, t := range c.Tables {
		shared, rows := shorten(t.Rows)
		printIfNew(b, &config, strings.Join(t.Config, "\n"))
		printIfNew(b, &parts, strings.Join(shared, " "))
		for _, lines := range t.grid(rows, notes).layOut(layout) {
			writeAligned(b, lines)
			fmt.Fprintln(b)
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

// grid is the table as texts, with a line of heads on top.
func (t *Table) grid(rows []string, notes *footnotes) grid {
	g := grid{append([]string{t.Unit + t.direction()}, t.Cols...)}
	for r, line := range t.Cells {
		cells := []string{rows[r]}
		for c := range t.Cols {
			cells = append(cells, t.cellText(line, c, notes))
		}
		g = append(g, cells)
	}
	return g
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
