package page_test

import (
	"testing"

	"informerbench/report/page"
)

// A page with a recommendation begins with it; what comes after its last table is folded.
func TestPageBeginsWithTheRecommendation(t *testing.T) {
	in, o := small(t)
	o.Advice = &page.Advice{Headline: "Recommended: ours/<b>", Parts: []page.AdvicePart{
		{Title: "Why", Lines: []string{"it is better in 3 of 4"}},
		{Title: "Objectives", Table: [][]string{{"candidate", "staleness ≤ 10ms", ""}, {"ours\u202E", "met: 4ms", "better"}}},
		{Title: "To use it", Lines: []string{"call mvcc.New"}},
		{Title: "Measured on", Lines: []string{"a machine"}},
	}}
	html, markdown := written(t, in, o)
	checkHTML(t, "with a recommendation", html)
	inOrder(t, "the HTML", html, "Skip to the recommendation", `<a href="#advice">`, "<main>", "Recommended: ours/&lt;b&gt;", "Why</h3>", "3 of 4", "Objectives</h3>",
		`<th scope="col">verdict</th>`, "ours[U&#43;202E]", "met: 4ms", "<summary>To use it; Measured on</summary>", "call mvcc.New", `<h2 id="verdict-h">`)
	inOrder(t, "the Markdown", markdown, "## Recommendation", "**Recommended: ours/&lt;b&gt;**", "- it is better", "| candidate |", "### To use it", "## Verdict")
}
