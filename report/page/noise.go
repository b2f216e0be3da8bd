package page

import (
	"fmt"
	"math"

	"informerbench/report"
)

// unlikely is the chance below which the base differs from itself too often to be chance.
const unlikely = 0.05

// noise is what the base measured against itself shows.
type noise struct {
	Text    string
	Warning bool // more differences than chance gives
}

// noise counts how often the base differs from itself, by the test of every other
// comparison and without a correction: chance alone gives alpha of them.
func (s *suite) noise(alpha float64) *noise {
	figures, differ := 0, 0
	widest, where := 1.0, ""
	for _, r := range s.rows {
		for _, unit := range r.units {
			f := s.figures[figureKey{r.id, unit}]
			if !f.counted || f.again == nil || f.again.Base == nil || len(f.again.Sample.Values) < report.MinForVerdict {
				continue
			}
			figures++
			if f.again.Comparison.P < alpha {
				differ++
			}
			ratio := f.again.Ratio()
			if apart := math.Max(ratio, 1/ratio); apart > widest && !math.IsInf(apart, 0) {
				q, _ := questionOf(r)
				widest, where = apart, figureTitle(q, unit)
			}
		}
	}
	if figures == 0 {
		return &noise{Text: "The base was not measured a second time (A/A), or too few times: how much of a difference is noise cannot be said from these results."}
	}
	aa := report.AA{Compared: figures, Differ: differ, Alpha: alpha}
	n := &noise{Warning: differ > 0 && aa.Chance() < unlikely}
	n.Text = fmt.Sprintf("A/A: the base measured against itself differs in %d of %d figures at p < %v; chance alone gives about %s.",
		differ, figures, alpha, number(aa.Expected(), 2))
	if n.Warning {
		n.Text += " That is more than chance: something besides the subjects changed during the run, and differences of that size mean nothing."
	}
	if where != "" {
		n.Text += fmt.Sprintf(" The two medians lie up to %s apart (%s).", ratioText(widest), where)
	}
	return n
}
