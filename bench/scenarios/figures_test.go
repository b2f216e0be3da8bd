package scenarios_test

import (
	"slices"
	"testing"

	"informerbench/bench/scenarios"
)

// A short table that names a unit which nobody reports would be empty without a word.
func TestFiguresAreReported(t *testing.T) {
	for _, s := range scenarios.All() {
		figures := s.Figures()
		if len(figures) < 4 || len(figures) > 8 {
			t.Errorf("%s has %d figures, want 4 to 8", s.Name, len(figures))
		}
		for i, f := range figures {
			declared := slices.ContainsFunc(s.Results, func(r scenarios.Result) bool {
				return r.Measure == f.Measure && r.Op == f.Op && slices.Contains(r.Units, f.Unit)
			})
			if !declared {
				t.Errorf("%s reports no %s", s.Name, s.Filter(f)+" "+f.Unit)
			}
			if slices.ContainsFunc(figures[:i], func(other scenarios.Figure) bool { return other.Title == f.Title }) {
				t.Errorf("%s has %q twice", s.Name, f.Title)
			}
		}
	}
}
