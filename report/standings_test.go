package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"informerbench/report"
)

// A loss stands beside the gains, with its ratio; what the base has none of has no ratio.
func TestStandingsNameGainsAndLosses(t *testing.T) {
	var text strings.Builder
	for _, u := range []string{"p99-get-ns", "peak-B", "requests", "same-B"} {
		fmt.Fprintf(&text, "Unit %s better=lower\n", u)
	}
	for i := range 8 {
		for who, v := range map[string][4]int{"clientgo": {1000, 100, 0, 50}, "clientgo/repeat=again": {1001, 101, 0, 50}, "mvcc": {100, 200, 80, 50}} {
			fmt.Fprintf(&text, "BenchmarkX/store=%s/objects=1000-2 1 %d p99-get-ns %d peak-B %d requests %d same-B\n", who, v[0]+i, v[1]+i, v[2], v[3]+i)
		}
	}
	o := report.SummaryOptions{Group: "/objects@num", Subject: "/store,/repeat", Base: "clientgo", Holm: true}
	for title, unit := range map[string]string{"p99 Get": "p99-get-sec", "peak": "peak-B", "requests": "requests", "same": "same-B"} {
		o.Figures = append(o.Figures, report.Figure{Title: title, Filter: ".name:X", Unit: unit})
	}
	s, err := report.Summarize(read(t, strings.Split(text.String(), "\n")...), o)
	if err != nil {
		t.Fatal(err)
	}
	all := s.Standings()
	if len(all) != 1 || all[0].Subject != "mvcc" || all[0].Group != "objects=1000" {
		t.Fatalf("want one standing, of mvcc: %+v", all)
	}
	st := all[0]
	slices.Sort(st.Worse)
	if got, want := strings.Join(st.Better, "; "), "p99 Get 1/9.7"; got != want {
		t.Errorf("better in %q, want %q", got, want)
	}
	if got, want := strings.Join(st.Worse, "; "), "peak 1.97×; requests 80.00 instead of none"; got != want {
		t.Errorf("worse in %q, want %q", got, want)
	}
	if got := st.Neither(); got != "1" {
		t.Errorf("neither: %q, want 1", got)
	}
}
