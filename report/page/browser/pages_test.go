package browser

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report"
	"informerbench/report/page"
)

const results = "../../../results/"

// reports are pages of different kinds: pipelines, stores alone, whole informers, syncs,
// and one of names that mean harm.
var reports = map[string]string{
	"pipelines": results + "10k-100k/bench.txt",
	"stores":    results + "stores/10k-100k/bench.txt",
	"readers":   results + "informer/readers/bench.txt",
	"sync":      results + "sync/200k-stream.txt",
	"scenarios": "../testdata/small.txt",
	"hostile":   "",
}

// hostileText has names that would run if they were not escaped.
func hostileText() string {
	var b strings.Builder
	b.WriteString("cpu: </dd><script>document.title='owned'</script>\nUnit p99-visible-ns better=lower\n")
	for range 6 {
		for _, s := range []string{"informer=clientgo/store=clientgo/queue=realfifo", `informer=ours/store="onload="document.title='owned'"/queue=<img/src=x\u0020onerror=alert(1)>`,
			"informer=ours/store=" + strings.Repeat("averylongname", 30) + "/queue=inorder", "informer=ours/store=<svg><script>document.title='owned'<∕script>/queue=\u202Ex"} {
			b.WriteString("BenchmarkStaleness/scenario=</h2><script>document.title='owned'</script>/" + s + "/objects=1000-2 1 5 p99-visible-ns\n")
			b.WriteString("BenchmarkStaleness/scenario=</h2><script>document.title='owned'</script>/" + s + "/objects=20000-2 1 7 p99-visible-ns\n")
		}
	}
	return b.String()
}

// writeReport makes the page of a file and returns its path and the raw text in it.
func writeReport(t *testing.T, name string) (path string, raw []byte) {
	t.Helper()
	file := reports[name]
	if file == "" {
		file = filepath.Join(t.TempDir(), "hostile.txt")
		if err := os.WriteFile(file, []byte(hostileText()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in, err := report.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := page.Build(in, page.Options{
		Commands: []string{"make bench && make report"}, Raw: []page.File{{Name: "bench.txt", Data: raw}},
		Questions: map[string]string{"rollout-storm": "When a tenth of all pods is replaced at once, how far do cache and handlers fall behind?"},
		Figures: map[string][]page.Figure{"rollout-storm": {
			{Title: "p99 staleness", Measure: "Staleness", Unit: "p99-visible-sec"}, {Title: "events a second", Measure: "Throughput", Unit: "events/s"},
		}},
		Advice: advice(name),
	})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := p.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), name+".html")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path, raw
}

// advice begins one of the pages.
func advice(name string) *page.Advice {
	if name != "pipelines" {
		return nil
	}
	return &page.Advice{Headline: "Recommended: ours/inorder/mvcc (confidence: fair)", Parts: []page.AdvicePart{
		{Title: "Asked for", Lines: []string{"--objects=300000 --event-rate=2000 --readers=0 --indexes=3 --memory-limit=2Gi --guarantees='snapshot-consistent lists'"}},
		{Title: "Objectives", Table: [][]string{
			{"candidate", "staleness-p99 ≤ 10ms", "memory ≤ 2.000GiB"},
			{"ours/inorder/mvcc", "met: 3.685ms [3.530ms, 3.848ms] interpolated", "met: 1.176GiB [1.167GiB, 1.186GiB] interpolated"},
		}},
		{Title: "To use it", Lines: []string{"your own informers: informer.NewSharedIndexInformer(listWatch, &corev1.Pod{}, 0, indexers, informer.WithStore(mvcc.New))"}},
	}}
}
