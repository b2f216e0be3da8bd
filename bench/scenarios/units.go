package scenarios

import (
	"slices"

	"informerbench/bench/rounds"
)

// higher lists the units of which more is better. Of all others less is.
var higher = []string{"events/s", "reads/s", "objects/s", "rows/read", "rows/s"}

// units of the scenarios' results, each once, in the order in which they are declared.
func units(all []Scenario) (out []rounds.Unit) {
	seen := map[string]bool{}
	for _, s := range all {
		for _, r := range s.Results {
			for _, u := range r.Units {
				if seen[u] {
					continue
				}
				seen[u] = true
				better := "lower"
				if slices.Contains(higher, u) {
					better = "higher"
				}
				out = append(out, rounds.Unit{Name: u, Better: better})
			}
		}
	}
	return out
}
