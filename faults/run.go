package faults

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
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
	Histories  map[string]map[string][]Told // by handler and key
}

// Failed tells whether anything was found.
func (r Report) Failed() bool { return len(r.Violations) > 0 }

// Run lets the subject live through the plan, in a bubble of its own. t is only the
// bubble's: nothing is reported to it. An error in the plan itself is one of its Violations.
func Run(t *testing.T, p Plan, s Subject) (r Report) {
	synctest.Test(t, func(*testing.T) {
		run := &run{plan: p, subject: s, began: time.Now(), before: goroutines()}
		run.do()
		r = run.report
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

// look waits until nothing moves. A store that has synced must then be the server's state
// at the version up to which it was fed.
func (r *run) look() {
	synctest.Wait()
	i := r.live.informer
	if !i.HasSynced() {
		return
	}
	r.report.Looks++
	version, err := strconv.ParseUint(i.LastSyncResourceVersion(), 10, 64)
	if err != nil {
		r.fail(violationf(NotAState, "the informer is at version %q", i.LastSyncResourceVersion()))
		return
	}
	got, err := held(i.GetStore())
	if err != nil {
		r.fail(violation{ForeignType, err.Error()})
		return
	}
	if wrong := differences(got, r.server.storage.state(version), sameVersion); len(wrong) > 0 {
		r.fail(violationf(NotAState, "after %v, at version %d: %v", time.Since(r.began), version, wrong))
	}
}

// settle gives the store time, and then checks everything.
func (r *run) settle() {
	healed := time.Now()
	want := r.server.storage.now()
	var wrong []string
	for {
		synctest.Wait()
		if wrong = r.compare(want, sameVersion); len(wrong) == 0 || time.Since(healed) > patience {
			break
		}
		time.Sleep(poll)
	}
	r.report.Settled = time.Since(healed)
	if wrong := r.compare(want, sameObject); len(wrong) > 0 {
		r.fail(violationf(Diverged, "%v after the last fault: %v", r.report.Settled, wrong))
		return
	}
	if err := checkIndexes(r.live.informer.GetIndexer(), want); err != nil {
		r.fail(violation{BadIndex, err.Error()})
	}
	r.live.each(func(h *recorder) { h.agree(want) })
}

func (r *run) compare(want map[string]*corev1.ConfigMap, equal func(a, b *corev1.ConfigMap) bool) []string {
	got, err := held(r.live.informer.GetStore())
	if err != nil {
		return []string{err.Error()}
	}
	if !r.live.informer.HasSynced() {
		return []string{"the informer has not synced"}
	}
	return differences(got, want, equal)
}

// endAll ends the server, and looks for who is left.
func (r *run) endAll() {
	r.server.close()
	synctest.Wait()
	for name, stack := range goroutines() {
		if _, before := r.before[name]; !before {
			r.fail(violation{Leaked, stack})
		}
	}
	r.report.Calls, r.report.MostCalls = r.server.calls.total, r.server.calls.most
	r.report.Took = time.Since(r.began)
}

// living is an informer that runs, and its handlers.
type living struct {
	informer cache.SharedIndexInformer
	cancel   context.CancelFunc
	done     chan struct{}
	handlers []*recorder
}

func (l *living) each(do func(*recorder)) {
	for _, h := range l.handlers {
		do(h)
	}
}

func (r *run) start() error {
	i, err := r.subject.New(r.plan, r.client)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(klog.NewContext(context.Background(), klog.Logger{}))
	r.live = &living{informer: i, cancel: cancel, done: make(chan struct{})}
	r.join()
	go func(l *living) { defer close(l.done); i.RunWithContext(ctx) }(r.live)
	return nil
}

// join adds a handler.
func (r *run) join() {
	r.names++
	h := newRecorder(fmt.Sprintf("handler %d", r.names), r.plan, r.fail)
	if _, err := r.live.informer.AddEventHandler(h); err != nil {
		r.fail(violationf(BadHistory, "%s cannot join: %v", h.name, err))
		return
	}
	r.live.handlers = append(r.live.handlers, h)
}

// stop stops the informer and keeps what its handlers were told.
func (r *run) stop() {
	before := time.Now()
	r.live.cancel()
	<-r.live.done
	if took := time.Since(before); took > stopTime {
		r.fail(violationf(SlowStop, "it took %v", took))
	}
	if r.report.Histories == nil {
		r.report.Histories = map[string]map[string][]Told{}
	}
	r.live.each(func(h *recorder) {
		h.end()
		r.report.Histories[h.name] = h.histories
	})
}

// restart stops the informer and starts another, as a new process would.
func (r *run) restart() {
	r.stop()
	if err := r.start(); err != nil {
		r.fail(violation{"bad-plan", err.Error()})
	}
}
