package faults_test

import (
	"flag"
	"fmt"
	"os"
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
	for shard := range uint64(*shards) {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			for i := shard; i < n && !t.Failed(); i += uint64(*shards) {
				check(t, faults.Draw(*firstSeed+i))
				progress.passed()
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

func check(t *testing.T, p faults.Plan) {
	if r := faults.Run(t, p, faults.Ours()); r.Failed() {
		t.Error(faults.Explain(t, p, faults.Ours(), r))
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
