package page_test

import (
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"

	"informerbench/report"
	"informerbench/report/page"
)

// Whole distributions become curves of all percentiles, one for each subject.
func TestHistogramsBecomeCurves(t *testing.T) {
	in := read(t, pipelines(6, "Staleness", "p99-visible-ns", "lower", 0.5))
	seen := map[string]bool{}
	for _, r := range in.Results {
		if seen[r.Name.String()] {
			continue
		}
		seen[r.Name.String()] = true
		h := hdrhistogram.New(1, 1e10, 3)
		for i := range 10_000 {
			if err := h.RecordValue(int64(1000 + i*i)); err != nil {
				t.Fatal(err)
			}
		}
		in.Histograms = append(in.Histograms, &report.Histogram{Name: r.Name.String(), Unit: "visible-ns", Hist: h, Runs: 6, Result: r.Clone()})
	}
	html, _ := written(t, in, page.Options{})
	checkHTML(t, "curves", html)
	wantAll(t, "the HTML", html, "All percentiles of staleness", "99.99 %", ">99 %<", "of 10000 values")
}
