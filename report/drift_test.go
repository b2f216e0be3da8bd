package report_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"informerbench/report"
)

// drifting measures the same thing under two names, on a machine that gets slower by 30% over the run, in the
// given order of turns.
func drifting(seed uint64, turns []string) []string {
	dice := rand.New(rand.NewPCG(seed, 0))
	lines := []string{"Unit ns/op better=lower"}
	for i, name := range turns {
		ns := 1000 * (1 + 0.3*float64(i)/float64(len(turns)) + 0.05*dice.NormFloat64())
		lines = append(lines, fmt.Sprintf("BenchmarkX/store=%s-2 1 %v ns/op", name, ns))
	}
	return lines
}

// One after the other, the same binary differs from itself as soon as the machine drifts; in turns, with the
// one that goes first changing, it does not (golang/go#14837).
func TestBlocksMisleadAndInterleavingDoesNot(t *testing.T) {
	const runs, rounds = 200, 10
	var blocks, interleaved []string
	for range rounds {
		blocks = append(blocks, "clientgo")
	}
	for range rounds {
		blocks = append(blocks, "clientgo-again")
	}
	for round := range rounds {
		pair := []string{"clientgo", "clientgo-again"}
		interleaved = append(interleaved, pair[round%2], pair[1-round%2])
	}
	for name, c := range map[string]struct {
		turns         []string
		least, utmost int
	}{
		"blocks":      {blocks, runs * 9 / 10, runs},
		"interleaved": {interleaved, 0, runs / 10}, // a twentieth is chance
	} {
		differ := 0
		for seed := range uint64(runs) {
			in := read(t, drifting(seed, c.turns)...)
			cmp, err := report.Compare(in, report.Options{Col: "/store", Base: "clientgo"})
			if err != nil {
				t.Fatal(err)
			}
			if a := cmp.AA(); len(a) != 1 || a[0].Compared != 1 {
				t.Fatalf("A/A %+v", a)
			}
			differ += cmp.AA()[0].Differ
		}
		if differ < c.least || differ > c.utmost {
			t.Errorf("%s: of %d runs (seeds from 0) %d find a difference, want %d to %d", name, runs, differ, c.least, c.utmost)
		}
	}
}
