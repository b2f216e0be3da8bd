package page_test

import (
	"fmt"
	"strings"
	"testing"

	"informerbench/report/page"
)

// scenariosText is rounds of some scenarios with one figure for each unit, for client-go, the same again, and two of ours: one takes
// half of everything, the other the same as client-go.
func scenariosText(rounds, scenarios, units int) string {
	var b strings.Builder
	for u := range units {
		fmt.Fprintf(&b, "Unit u%d-B better=lower\n", u)
	}
	for s := range scenarios {
		for i := range rounds {
			for who, times := range map[string]float64{"clientgo/store=clientgo/queue=realfifo": 1, "clientgo/store=clientgo/queue=realfifo/repeat=again": 1,
				"ours/store=mvcc/queue=inorder": 0.5, "ours/store=cow/queue=inorder": 1} {
				fmt.Fprintf(&b, "BenchmarkLoad/scenario=s%d/informer=%s/objects=1000-2 1", s, who)
				for u := range units {
					fmt.Fprintf(&b, " %v u%d-B", (100+float64(i+u))*times, u)
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

// The correction is as wide as the rounds can bear, and the page says how wide that is.
func TestCorrectionIsAsWideAsTheRoundsCanBear(t *testing.T) {
	for _, c := range []struct {
		name                     string
		rounds, scenarios, units int
		want                     string
		better                   int
	}{
		{"ten rounds, all at once", 10, 4, 8, "after Holm&#39;s correction for 64 comparisons", 32},
		{"six, a section", 6, 2, 8, "within each section (for up to 16 comparisons; over all 32 it would take 7 rounds)", 16},
		{"six, a subject", 6, 2, 20, "within each section for each subject (for up to 20 comparisons; over all 80 it would take 7 rounds)", 40},
		{"five, a figure", 5, 2, 20, "within each figure (for up to 2 comparisons; over all 80 it would take 7 rounds), so that by chance one figure in 20", 40},
		{"three are never enough", 3, 2, 20, "Not enough samples for any verdict", 0},
	} {
		html, markdown := written(t, read(t, scenariosText(c.rounds, c.scenarios, c.units)), page.Options{})
		checkHTML(t, c.name, html)
		wantAll(t, c.name+": the HTML", html, c.want)
		total := c.scenarios * c.units
		line := fmt.Sprintf("| `ours/inorder/mvcc` | %d | %d | 0 | 0 | %d |", total, c.better, total-c.better)
		wantAll(t, c.name+": the Markdown", markdown, line)
		if c.rounds > 3 {
			wantAll(t, c.name+": the Markdown", markdown, fmt.Sprintf("| `ours/inorder/cow` | %d | 0 | 0 | %d | 0 |", total, total))
		}
	}
}
