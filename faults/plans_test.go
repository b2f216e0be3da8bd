package faults_test

import (
	"flag"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"informerbench/faults"
)

// The flags of make soak.
var (
	planCount = flag.Int("faults.plans", 0, "how many plans to run; 0: as many as make test does")
	firstSeed = flag.Uint64("faults.seed", 1, "the seed of the first plan; the others follow")
	planFile  = flag.String("faults.plan", "", "a file with a plan to run instead")
	shards    = flag.Int("faults.shards", 2, "how many plans run at the same time")
)

// Without the race detector make test runs plansInTest plans, with it plansUnderRace, for
// there each costs ten times as much.
const (
	plansInTest    = 500
	plansUnderRace = 50
)

func wantedPlans() int {
	switch {
	case *planCount > 0:
		return *planCount
	case raceDetector:
		return plansUnderRace
	}
	return plansInTest
}

// Our informer survives whatever a plan does to it.
func TestInformerSurvivesDrawnPlans(t *testing.T) {
	if *planFile != "" {
		t.Skip("a plan is given")
	}
	n := uint64(wantedPlans())
	progress := newProgress(n)
	struck := map[faults.Kind]int{} // guarded by mu
	var mu sync.Mutex
	// It runs when the parallel subtests are done.
	t.Cleanup(func() { checkStruck(t, n, struck) })
	for shard := range uint64(*shards) {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			for i := shard; i < n && !t.Failed(); i += uint64(*shards) {
				r := check(t, faults.Draw(*firstSeed+i))
				progress.passed()
				mu.Lock()
				for kind, times := range r.Struck {
					struck[kind] += times
				}
				mu.Unlock()
			}
		})
	}
}

// A plan from a file, such as a shrunk one, printed as it is run.
func TestInformerSurvivesTheGivenPlan(t *testing.T) {
	if *planFile == "" {
		t.Skip("no plan is given")
	}
	f, err := os.Open(*planFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := faults.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	r := faults.Run(t, p, faults.Ours())
	t.Logf("%s%d requests, at most %d in a minute; %v of simulated time, %v of it after the last fault", p, r.Calls, r.MostCalls, r.Took, r.Settled)
	for _, v := range r.Violations {
		t.Error(v)
	}
}

func check(t *testing.T, p faults.Plan) faults.Report {
	r := faults.Run(t, p, faults.Ours())
	if r.Failed() {
		t.Error(faults.Explain(t, p, faults.Ours(), r))
	}
	return r
}

// enoughForAll is how many plans surely have every kind of fault.
const enoughForAll = 50

// checkStruck: faults that meet nothing prove nothing.
func checkStruck(t *testing.T, plans uint64, struck map[faults.Kind]int) {
	if plans < enoughForAll || t.Failed() {
		return
	}
	t.Log(struck)
	for _, kind := range faults.Kinds() {
		if struck[kind] == 0 {
			t.Errorf("%s met nothing in %d plans", kind, plans)
		}
	}
}

// progress writes to standard output itself, for its lines are to be seen while it runs.
type progress struct {
	began   time.Time
	of      uint64
	done    atomic.Uint64
	printed atomic.Int64 // in seconds since it began
}

func newProgress(of uint64) *progress { return &progress{began: time.Now(), of: of} }

const progressEvery = 10 // seconds

func (p *progress) passed() {
	done, took := p.done.Add(1), time.Since(p.began)
	if *planCount == 0 {
		return // no soak
	}
	last, now := p.printed.Load(), int64(took/time.Second)
	if done < p.of && (now < last+progressEvery || !p.printed.CompareAndSwap(last, now)) {
		return
	}
	left := time.Duration(float64(took) / float64(done) * float64(p.of-done)).Round(time.Second)
	fmt.Printf("%d of %d plans passed in %v, %v left\n", done, p.of, took.Round(time.Second), left)
}
