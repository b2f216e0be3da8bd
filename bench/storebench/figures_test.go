package storebench_test

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"informerbench/bench/storebench"
)

var procs = []int{1, 2}

// nameForm is what benchstat can project: parts of key and value without characters that would
// break a table's key.
var nameForm = regexp.MustCompile(`^Store(/[a-z]+=[A-Za-z0-9.-]+)+$`)

func TestNamesAreKeysAndValuesAndDiffer(t *testing.T) {
	for _, store := range storebench.Names() {
		seen := map[string]bool{}
		for _, name := range storebench.PlannedNames(store, 100_000, storebench.Rows(), procs) {
			if !nameForm.MatchString(name) || seen[name] {
				t.Errorf("%q is no name, or one that is used twice", name)
			}
			seen[name] = true
		}
	}
}

// A filter that selects another row's results too would mix them in one figure.
func TestEachFilterSelectsItsRowAlone(t *testing.T) {
	rows := storebench.Rows()
	for _, r := range rows {
		filter, err := benchproc.NewFilter(r.Filter())
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range rows {
			name := storebench.PlannedNames("clientgo", 2000, []storebench.Row{other}, []int{2})[0]
			result := &benchfmt.Result{Name: benchfmt.Name(name), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "sec/op"}}}
			got, err := filter.Apply(result)
			if err != nil {
				t.Fatal(err)
			}
			if want := r.Name() == other.Name(); got != want {
				t.Errorf("the filter of %s selects %s: %t", r.Name(), name, got)
			}
		}
	}
}

// What is measured is shown, and what is shown is measured.
func TestEachRowHasAFigure(t *testing.T) {
	shown, titles := map[string]bool{}, map[string]bool{}
	for _, section := range storebench.Sections() {
		for _, f := range section.Figures {
			shown[f.Row.Name()] = true
			if title := section.Title + f.Title; titles[title] {
				t.Errorf("two figures are titled %q", f.Title)
			} else {
				titles[title] = true
			}
		}
	}
	for _, r := range storebench.Rows() {
		if !shown[r.Name()] {
			t.Errorf("row %s has no figure", r.Name())
		}
	}
}

func TestTargetsDependOnStoreAndPopulation(t *testing.T) {
	var get storebench.Figure
	for _, f := range storebench.Sections()[0].Figures {
		if strings.HasPrefix(f.Title, "Get beside a writer and a lister, p99.9") {
			get = f
		}
	}
	if t10, ok := storebench.TargetOf("mvcc", get, 10_000); !ok || t10.AtMost != 1./300 {
		t.Errorf("target at 10k is %v, %t", t10, ok)
	}
	if t1M, ok := storebench.TargetOf("mvcc", get, 1_000_000); !ok || t1M.AtMost != 1./1000 {
		t.Errorf("target at 1M is %v, %t", t1M, ok)
	}
	if _, ok := storebench.TargetOf("mvcc", get, 2000); ok {
		t.Error("there is a target for a population that none was set for")
	}
	if any, ok := storebench.TargetOf("rwmutex", get, 2000); !ok || !any.OnlyIfWorse {
		t.Errorf("rwmutex has the target %v, %t; want that nothing gets worse", any, ok)
	}
	if _, ok := storebench.TargetOf("cow", get, 10_000); ok {
		t.Error("cow has a target")
	}
}
