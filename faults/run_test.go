package faults_test

import (
	"testing"

	"informerbench/faults"
)

func TestOne(t *testing.T) {
	for seed := range uint64(200) {
		p := faults.Draw(seed)
		r := faults.Run(t, p, faults.Ours())
		t.Logf("seed %d: %d calls, most %d, took %v settled %v looks %d", seed, r.Calls, r.MostCalls, r.Took, r.Settled, r.Looks)
		if r.Failed() {
			t.Logf("%v", p.Setup)
			for _, s := range p.Steps {
				if !s.IsEvent() {
					t.Log(s)
				}
			}
		}
		for _, v := range r.Violations {
			t.Errorf("seed %d: %v", seed, v)
		}
	}
}
