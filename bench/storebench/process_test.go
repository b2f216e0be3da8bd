package storebench_test

import (
	"strings"
	"testing"

	"informerbench/bench/storebench"
)

// Every row runs on every store, finds what it must find, and leaves behind what was written.
func TestEveryRowRunsOnEveryStore(t *testing.T) {
	for _, name := range storebench.Names() {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			p := storebench.Process{Store: name, Objects: 2000, Rows: storebench.Rows(), Procs: []int{1, 2}, Pace: 0.02}
			if err := p.Run(&out); err != nil {
				t.Fatal(err)
			}
			t.Log(out.String())
		})
	}
}
