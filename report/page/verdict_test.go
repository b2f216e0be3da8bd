package page_test

import (
	"fmt"
	"strings"
	"testing"

	"informerbench/report/page"
)

func TestVerdictSaysWhatTheDataSupports(t *testing.T) {
	const ours, base = "ours/inorder/mvcc", "clientgo/realfifo/clientgo"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a gain": {pipelines(6, "Throughput", "events/s", "higher", 2), []string{
			ours + " is better than " + base + " in 1 of 1 figures, worse in 0, and not distinguishable in 0.",
			"Better in some figures and worse in none: " + ours, "<td class=\"wrap\">events per second 2.00×</td>"}},
		"a loss": {pipelines(6, "Throughput", "events/s", "higher", 0.5), []string{
			"worse in 1, and not", "Worse in some figures and better in none: " + ours, "<td class=\"wrap\">events per second 0.50×</td>"}},
		"lower is better": {pipelines(6, "Staleness", "p99-visible-ns", "lower", 0.1), []string{
			"p99 staleness 1/10</td>"}},
		"equal": {pipelines(6, "Throughput", "events/s", "higher", 1), []string{
			"No difference that counts: " + ours, "not distinguishable in 1."}},
		"less than the least effect": {pipelines(10, "Throughput", "events/s", "higher", 1.00001), []string{
			"No difference that counts: " + ours}},
		"three rounds": {pipelines(3, "Throughput", "events/s", "higher", 9), []string{
			"Not enough samples for any verdict: " + ours, "not enough samples in any of 1 figures"}},
		"no base": {strings.ReplaceAll(pipelines(6, "Throughput", "events/s", "higher", 2), "queue=realfifo", "queue=other"), []string{
			base + " was not measured in the same run, so nothing is compared with it."}},
		"nothing else": {strings.ReplaceAll(pipelines(6, "Throughput", "events/s", "higher", 1), "informer=ours/store=mvcc/queue=inorder",
			"informer=clientgo/store=clientgo/queue=realfifo"), []string{"Nothing was measured besides the base"}},
	} {
		html, markdown := written(t, read(t, c.text), page.Options{})
		checkHTML(t, name, html)
		wantAll(t, name+": the HTML", html, c.want...)
		if !strings.Contains(markdown, "## Verdict") {
			t.Errorf("%s: the Markdown has no verdict", name)
		}
	}
}

// "Worse in none" must not be said of what was hardly looked at.
func TestFewSamplesAreNoPraise(t *testing.T) {
	text := pipelines(6, "Throughput", "events/s", "higher", 2) + pipelines(3, "Delivery", "events/s", "higher", 0.5) + pipelines(3, "Sync", "ns/op", "lower", 5)
	html, _ := written(t, read(t, text), page.Options{})
	wantAll(t, "the HTML", html, "No verdict in most figures, for want of samples: ours/inorder/mvcc (in 2 of 3)")
	if strings.Contains(html, "worse in none") {
		t.Error("it is said to be worse in none")
	}
}

// Percentiles of one latency tell of the same thing, and diagnostics of none: they are
// shown and do not count.
func TestEachQuestionCountsOnce(t *testing.T) {
	var b strings.Builder
	for _, u := range []string{"p50-visible-ns", "p99-visible-ns", "p999-visible-ns", "max-visible-ns", "overflow", "p99-late-ns"} {
		fmt.Fprintf(&b, "Unit %s better=lower\n", u)
	}
	for i := range 6 {
		for who, f := range map[string]int{"clientgo/store=clientgo/queue=realfifo": 10, "ours/store=mvcc/queue=inorder": 1} {
			v := 100*f + i
			fmt.Fprintf(&b, "BenchmarkStaleness/informer=%s/mix=churn-2 1 %d p50-visible-ns %d p99-visible-ns %d p999-visible-ns %d max-visible-ns 0 overflow %d p99-late-ns\n",
				who, v, 2*v, 3*v, 4*v, v)
		}
	}
	html, _ := written(t, read(t, b.String()), page.Options{})
	wantAll(t, "the HTML", html, "in 1 of 1 figures", "p99.9", "longest", "overflow")
}

// Results of different machines or commits are compared only among themselves.
func TestMachinesAreKeptApart(t *testing.T) {
	text := "cpu: fast\n" + pipelines(6, "Throughput", "events/s", "higher", 2) +
		"cpu: slow\n" + pipelines(6, "Throughput", "events/s", "higher", 0.5)
	html, _ := written(t, read(t, text), page.Options{})
	checkHTML(t, "two machines", html)
	wantAll(t, "the HTML", html, "cpu fast", "cpu slow", "2.00× better", "0.50× worse")
}

// What differs between equal runs is said beside the verdict, and warned of if chance
// does not explain it.
func TestNoiseIsShownAndWarnedOf(t *testing.T) {
	again := func(times float64) string {
		text := pipelines(8, "Throughput", "events/s", "higher", 2) + pipelines(8, "Delivery", "events/s", "higher", 2)
		for i := range 8 {
			for _, measure := range []string{"Throughput", "Delivery"} {
				text += fmt.Sprintf("Benchmark%s/informer=clientgo/store=clientgo/queue=realfifo/mix=churn/objects=1000/repeat=again-2 1 %v events/s\n", measure, (100+float64(i))*times)
			}
		}
		return text
	}
	html, _ := written(t, read(t, again(1)), page.Options{})
	wantAll(t, "equal runs", html, "differs in 0 of 2 figures", "again (A/A)")
	html, _ = written(t, read(t, again(3)), page.Options{})
	wantAll(t, "runs that differ", html, "differs in 2 of 2 figures", `class="warning"`, "3.00× apart")
	html, _ = written(t, read(t, pipelines(6, "Throughput", "events/s", "higher", 2)), page.Options{})
	wantAll(t, "a run without", html, "was not measured a second time")
}

// Any benchmark text makes a page: files are compared if names do not say what is.
func TestOtherBenchmarks(t *testing.T) {
	html, _ := written(t, read(t, "BenchmarkSort/size=10-4 5 100 ns/op 3 B/op\nBenchmarkSort/size=1000-4 5 9000 ns/op 3 B/op\n"), page.Options{})
	checkHTML(t, "plain Go benchmarks", html)
	wantAll(t, "the HTML", html, "do not say what is compared", "time by size", "size=10")
}
