package report

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"
)

// WriteCSV prints one line a cell, for tools: the summary, its 95% interval, the
// number of samples, and the comparison with the base column. p_holm is p after Holm's correction, or p.
// Notes and warnings have no place there: [Comparison.Remarks] has them.
func (c *Comparison) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"config", "unit", "row", "column", "center", "low", "high", "n", "ratio", "p", "p_holm", "verdict"}); err != nil {
		return err
	}
	for _, t := range c.Tables {
		config := strings.Join(append(slices.Clone(t.Config), t.machine()...), " ")
		for r, line := range t.Cells {
			for col, cell := range line {
				if cell == nil {
					continue
				}
				if err := out.Write(append([]string{config, t.Unit, t.Rows[r], t.Cols[col]}, cell.csv()...)); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

func (c *Cell) csv() []string {
	num := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	low, high := "", ""
	if len(c.Sample.Values) >= MinForInterval {
		low, high = num(c.Summary.Lo), num(c.Summary.Hi)
	}
	ratio, p, holm := "", "", ""
	if c.Base != nil {
		ratio, p, holm = num(c.Ratio()), num(c.Comparison.P), num(c.PAdjusted)
	}
	return []string{num(c.Summary.Center), low, high, strconv.Itoa(len(c.Sample.Values)), ratio, p, holm, string(c.Verdict)}
}

// machine is the machine as a part of the configuration, if there are several.
func (t *Table) machine() []string {
	if t.Machine == "" {
		return nil
	}
	return []string{t.Machine}
}
