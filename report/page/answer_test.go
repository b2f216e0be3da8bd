package page_test

import (
	"fmt"
	"strings"
	"testing"

	"informerbench/report/page"
)

// stormText is a scenario in which ours sees events sooner, takes more memory and sends requests where client-go sends none.
func stormText() string {
	var b strings.Builder
	for _, u := range []string{"p50-visible-ns", "p99-visible-ns", "peak-B", "requests", "allocs/event"} {
		fmt.Fprintf(&b, "Unit %s better=lower\n", u)
	}
	for i := range 8 {
		for who, v := range map[string][3]int{"clientgo/store=clientgo/queue=realfifo": {1000, 100, 0}, "clientgo/store=clientgo/queue=realfifo/repeat=again": {1001, 101, 0},
			"ours/store=mvcc/queue=inorder": {100, 300, 80}} {
			fmt.Fprintf(&b, "BenchmarkStaleness/scenario=storm/informer=%s/objects=1000-2 1 %d p50-visible-ns %d p99-visible-ns\n", who, v[0]+i, 2*v[0]+i)
			fmt.Fprintf(&b, "BenchmarkLoad/scenario=storm/informer=%s/objects=1000-2 1 %d peak-B %d requests %d allocs/event\n", who, v[1]+i, v[2], 7+i)
		}
	}
	return b.String()
}

// A section begins with what its question asks, losses beside gains, and with the figures that answer it.
func TestSectionBeginsWithItsAnswer(t *testing.T) {
	html, markdown := written(t, read(t, stormText()), page.Options{
		Questions: map[string]string{"storm": "How far behind?"},
		Figures: map[string][]page.Figure{"storm": {
			{Title: "peak of the heap", Measure: "Load", Unit: "peak-B"}, {Measure: "Staleness", Unit: "p99-visible-sec"}, {Title: "nobody has it", Measure: "None", Unit: "x"},
		}},
	})
	checkHTML(t, "an answer", html)
	inOrder(t, "the HTML", html, "Scenario storm</h2>", "How far behind?",
		"better in p99 staleness 1/9.8", "worse in peak of the heap 2.93×; requests to the API server 80.0 instead of none", "no difference in 1 of 4 figures",
		"What answers it", "again (A/A)</th>", `<th scope="row">peak of the heap</th>`, `<td class="worse">304 B, 2.93× worse</td>`, `<th scope="row">p99 staleness</th>`,
		"What does an event cost", "<figcaption>peak live heap", "requests to the API server; allocations per event</summary>", "How stale are reads?")
	inOrder(t, "the Markdown", markdown, "## Scenario storm", "How far behind?", "- **mvcc**: better in", "| figure | ", "| `peak of the heap` |", "**What does an event cost")
	if strings.Contains(html, "nobody has it") {
		t.Error("a figure that nobody measured is shown")
	}
}

func inOrder(t *testing.T, where, text string, parts ...string) {
	t.Helper()
	at := 0
	for _, p := range parts {
		i := strings.Index(text[at:], p)
		if i < 0 {
			t.Errorf("%s lacks %q, or has it too early", where, p)
			continue
		}
		at += i + len(p)
	}
}

// On a phone the columns that name gains and losses give way to a list that names both.
func TestLossesAreNamedOnAPhone(t *testing.T) {
	html, _ := written(t, read(t, stormText()), page.Options{})
	inOrder(t, "the HTML", html, `<ul class="stacked">`, `<span class="worse">2 worse</span>`, "<p>Worse in: ", "peak live heap 2.93×", "<p>Better in: p99 staleness 1/9.8", `class="scroll beside"`)
}

// What does not fit into a comment is the tables, not the answers.
func TestMarkdownKeepsTheAnswers(t *testing.T) {
	_, markdown := written(t, read(t, scenariosText(4, 24, 36)), page.Options{})
	if len(markdown) > 65_000 {
		t.Errorf("the Markdown has %d bytes", len(markdown))
	}
	wantAll(t, "the Markdown", markdown, "## Scenario s23", "Left out, since a comment has no more room (the HTML has it): ", "further tables of Scenario s23")
}
