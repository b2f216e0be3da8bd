package faults

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/rest"
)

const (
	// stopTime is what stopping may take, in whatever state the informer is.
	stopTime = time.Second
	// patience is what a store may take to equal the server once nothing goes wrong any
	// more: a silent watch is given up after ten and a half minutes at most, and then
	// requests may be half a minute apart.
	patience = 30 * time.Minute
	poll     = 5 * time.Second
	// lookEvery is after how many steps the store is looked at.
	lookEvery = 8
)

// Report is what a run found.
type Report struct {
	Violations []Violation // in the order in which they were found; empty if all is well
	Calls      int         // requests and refused connects
	MostCalls  int         // within a minute of simulated time
	Took       time.Duration
	Settled    time.Duration                // of it, after the last fault
	Looks      int                          // at which the store was compared on the way
	Struck     map[Kind]int                 // how many watches or requests each kind of fault met
	Histories  map[string]map[string][]Told // by handler and key
}

// Failed tells whether anything was found.
func (r Report) Failed() bool { return len(r.Violations) > 0 }

// Run lets the subject live through the plan, in a bubble of its own. t is only the
// bubble's: nothing is reported to it. An error in the plan itself is one of its Violations.
func Run(t *testing.T, p Plan, s Subject) (r Report) {
	var life *run
	defer func() {
		// A bubble panics when goroutines remain in it that nothing can wake.
		if what := recover(); what != nil {
			life.fail(violationf(Leaked, "%v", what))
		}
		r = life.report
	}()
	synctest.Test(t, func(*testing.T) {
		life = &run{plan: p, subject: s, began: time.Now(), before: goroutines()}
		life.do()
	})
	return r
}

// run is one life.
type run struct {
	plan    Plan
	subject Subject
	began   time.Time
	before  map[string]string // the goroutines of the bubble itself
	server  *server
	client  rest.Interface
	live    *living
	names   int

	mu     sync.Mutex // guards the report while others than the run's goroutine may write to it
	report Report
}

// mostViolations are kept: the first ones tell, and a broken store breaks everywhere.
const mostViolations = 20

func (r *run) fail(v violation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.report.Violations) < mostViolations {
		r.report.Violations = append(r.report.Violations, v)
	}
}

func (r *run) do() {
	label := ownBubble()
	watchers.Store(label, r.fail)
	defer watchers.Delete(label)
	r.server = newServer(r.plan, r.fail)
	defer r.endAll()
	client, hangUp, err := r.server.client(r.plan.Setup.Encoding)
	if err != nil {
		r.fail(violation{"bad-plan", err.Error()})
		return
	}
	defer hangUp()
	r.client = client
	rest := r.load()
	if err := r.start(); err != nil {
		r.fail(violation{"bad-plan", err.Error()})
		return
	}
	r.act(rest)
	r.settle()
	r.stop()
}

// load makes the population, which is in the steps of time 0, and returns the others.
func (r *run) load() []Step {
	n := 0
	for n < len(r.plan.Steps) && r.plan.Steps[n].At == 0 && r.plan.Steps[n].IsEvent() {
		n++
	}
	r.server.storage.load(r.plan.Steps[:n])
	return r.plan.Steps[n:]
}

// act makes the steps happen, each at its time.
func (r *run) act(steps []Step) {
	for i, step := range steps {
		if wait := step.At - time.Since(r.began); wait > 0 {
			time.Sleep(wait)
		}
		if i%lookEvery == 0 || step.Do == Strike {
			r.look()
		}
		switch step.Do {
		case Join:
			r.join()
		case Stop:
			r.restart()
		case Strike:
			r.server.strike(step.Fault)
		default:
			r.server.storage.write(step)
		}
	}
	if wait := r.plan.End() - time.Since(r.began); wait > 0 {
		time.Sleep(wait)
	}
	r.server.heal()
}

// endAll ends the server, and looks for who is left.
func (r *run) endAll() {
	r.server.close()
	synctest.Wait()
	if r.leaks() {
		time.Sleep(leakTime)
	}
	r.report.Calls, r.report.MostCalls = r.server.calls.total, r.server.calls.most
	r.report.Struck = r.server.front.struck
	r.report.Took = time.Since(r.began)
}

// leakTime lets what only sleeps end, so that the bubble can.
const leakTime = 2 * time.Hour

func (r *run) leaks() (found bool) {
	for name, stack := range goroutines() {
		if _, before := r.before[name]; !before {
			r.fail(violation{Leaked, stack})
			found = true
		}
	}
	return found
}
