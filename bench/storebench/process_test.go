package storebench_test

import (
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"informerbench/bench/storebench"
)

// Every row runs on every store, finds what it must find, and leaves behind what was written.
func TestEveryRowRunsOnEveryStore(t *testing.T) {
	for _, name := range storebench.Names() {
		if name == storebench.Again {
			continue // the same store
		}
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			p := storebench.Process{Store: name, Objects: 2000, Rows: storebench.Rows(), Procs: procs, Pace: 0.005}
			if err := p.Run(&out); err != nil {
				t.Fatal(err)
			}
			checkText(t, out.String(), storebench.PlannedNames(name, 2000, storebench.Rows(), procs))
		})
	}
}

// checkText reads the output as benchmark text: each planned result, in order, with a direction for
// each of its units.
func checkText(t *testing.T, text string, planned []string) {
	measured := 0 // latencies of which there is a whole histogram: so short a run may find none
	reader := benchfmt.NewReader(strings.NewReader(text), "process")
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Error(rec)
		case *benchfmt.Result:
			if len(planned) == 0 || string(rec.Name) != planned[0] {
				t.Fatalf("result %s, want the first of %q", rec.Name, planned)
			}
			planned = planned[1:]
			for _, v := range rec.Values {
				if (v.Unit == "max-get-sec" || v.Unit == "max-open-sec") && v.Value > 0 {
					measured++
				}
				if reader.Units().GetBetter(v.Unit) == 0 {
					t.Errorf("unit %s of %s has no direction", v.Unit, rec.Name)
				}
			}
		}
	}
	if err := reader.Err(); err != nil || len(planned) > 0 {
		t.Errorf("missing results: %q (%v)", planned, err)
	}
	if n := strings.Count(text, "\nHistogram Store/"); n != measured {
		t.Errorf("%d histograms of %d latencies", n, measured)
	}
}

func TestProcessRefusesWhatItCannotMeasure(t *testing.T) {
	for name, p := range map[string]storebench.Process{
		"an unknown store":      {Store: "none", Objects: 1000},
		"a namespace in part":   {Store: "cow", Objects: 1500},
		"less than a namespace": {Store: "cow", Objects: 0},
	} {
		p.Rows, p.Procs, p.Pace = storebench.Rows(), procs, 0.001
		if p.Run(&strings.Builder{}) == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}
