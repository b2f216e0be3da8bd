package report

import (
	"fmt"
	"math"
	"strings"
)

// isAgain tells whether a column measures the base once more: its label is the base's and "again", as
// the key /repeat=again or a name such as clientgo-again yield.
func isAgain(label, base string) bool {
	rest, ok := strings.CutPrefix(label, base)
	return ok && base != "" && (rest == "/again" || rest == "-again")
}

// AA is an A/A comparison: the same thing measured twice in one run. As many rows as chance makes differ
// say that the others can be believed; more say that the machine drifted or that samples depend on each other.
type AA struct {
	Column string
	// Compared counts the cells with enough samples, Differ those whose raw p is below alpha.
	Compared, Differ int
	Alpha            float64
}

// Expected is how many cells differ by chance.
func (a AA) Expected() float64 { return a.Alpha * float64(a.Compared) }

// Chance is the probability of at least so many by chance, if the cells had nothing to do with each
// other; measures of one run do have, so that it is too small rather than too large.
func (a AA) Chance() float64 {
	below := 0.0 // probability of fewer: the sum of a binomial distribution
	for k := range a.Differ {
		n, _ := math.Lgamma(float64(a.Compared + 1))
		i, _ := math.Lgamma(float64(k + 1))
		rest, _ := math.Lgamma(float64(a.Compared - k + 1))
		below += math.Exp(n - i - rest + float64(k)*math.Log(a.Alpha) + float64(a.Compared-k)*math.Log1p(-a.Alpha))
	}
	return math.Max(0, 1-below)
}

// unlikely is the chance below which an A/A comparison is called suspicious.
const unlikely = 0.01

// String is the summary for readers.
func (a AA) String() string {
	text := fmt.Sprintf("A/A %s: %d of %d rows differ (p < %v, not corrected); chance makes %.1f", a.Column, a.Differ, a.Compared, a.Alpha, a.Expected())
	switch {
	case a.Compared == 0:
		return fmt.Sprintf("A/A %s: not enough samples to tell noise from difference", a.Column)
	case a.Differ > 0 && a.Chance() < unlikely:
		text += ": more than chance makes, so believe only differences that are far larger than those"
	}
	return text
}

// AA summarises the columns that measure the base once more, in the order in which they first appear.
func (c *Comparison) AA() []AA {
	var all aaList
	for _, t := range c.Tables {
		for col, again := range t.Again {
			if again {
				for _, line := range t.Cells {
					all.count(t.Cols[col], line[col])
				}
			}
		}
	}
	return all
}

type aaList []AA

// count adds a cell of a column.
func (l *aaList) count(column string, c *Cell) {
	if c == nil || c.Base == nil || c.Exact {
		return
	}
	i := 0
	for i < len(*l) && (*l)[i].Column != column {
		i++
	}
	if i == len(*l) {
		*l = append(*l, AA{Column: column, Alpha: c.Comparison.Alpha})
	}
	if a := &(*l)[i]; c.samples() >= MinForVerdict {
		a.Compared++
		if c.Comparison.P < a.Alpha {
			a.Differ++
		}
	}
}
