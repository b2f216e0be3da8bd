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
	// Width is the number of characters that a line of a table may have; 0 means no limit. A
	// table that does not fit is continued below, and one whose base and one more column do
	// not fit is wider, see [Comparison.LeastWidth]. Sentences are not broken.
	Width int
	// Transposed prints what is compared as lines, the base first, and each row of
	// the table as a column: easier to read where much is compared in few rows.
	Transposed bool
}

// LeastWidth is the smallest [Layout.Width] that the tables keep in this layout: a line holds its label and a
// column, and the base beside it unless the tables are transposed.
func (c *Comparison) LeastWidth(layout Layout) (least int) {
	notes := &footnotes{}
	for _, t := range c.Tables {
		_, rows := shorten(t.Rows)
		turned, keep := t.grid(rows, notes).turn(layout)
		least = max(least, turned.least(keep))
	}
	return least
}

// WriteText prints the tables in the manner of benchstat.
func (c *Comparison) WriteText(w io.Writer, layout Layout) error {
	b := bufio.NewWriter(w)
	notes := &footnotes{}
	var machine, config, parts string
	for _, t := range c.Tables {
		shared, rows := shorten(t.Rows)
		printIfNew(b, &machine, t.Machine)
		printIfNew(b, &config, strings.Join(t.Config, "\n"))
		printIfNew(b, &parts, strings.Join(shared, " "))
		for _, lines := range t.grid(rows, notes).layOut(layout) {
			writeAligned(b, lines)
			fmt.Fprintln(b)
		}
	}
	notes.write(b)
	for _, line := range c.Remarks() {
		fmt.Fprintln(b, line)
	}
	return b.Flush()
}

// Remarks are the lines below the tables: how far the base is from itself, notes, warnings.
func (c *Comparison) Remarks() (lines []string) {
	for _, a := range c.AA() {
		lines = append(lines, a.String())
	}
	for _, n := range c.Notes {
		lines = append(lines, "note: "+n)
	}
	for _, w := range c.Warnings {
		lines = append(lines, "warning: "+w)
	}
	return lines
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
		return fmt.Sprintf("%s  (%s, n=%d)", text, c.Verdict, c.samples())
	case NoDifference:
		return fmt.Sprintf("%s  ~ (%s)", text, c.test())
	case WithinEffect:
		return fmt.Sprintf("%s  %s ≈ (%s)", text, c.delta(), c.test())
	}
	return fmt.Sprintf("%s  %s (%s)", text, c.delta(), c.test())
}

// delta is the difference to the base in percent, as benchmath writes it.
func (c *Cell) delta() string {
	return c.Comparison.FormatDelta(c.Base.Summary.Center, c.Summary.Center)
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
