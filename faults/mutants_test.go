package faults_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/faults"
	"informerbench/informer"
	"informerbench/stores"
	"informerbench/stores/mvcc"
)

// mutateWatches changes what each watch of a source brings.
func mutateWatches(change func(in <-chan watch.Event, out chan<- watch.Event, stop <-chan struct{})) func(cache.ListerWatcher) cache.ListerWatcher {
	return func(lw cache.ListerWatcher) cache.ListerWatcher {
		return source{cache.ToListerWatcherWithContext(lw), func(w watch.Interface) watch.Interface {
			c := &changed{Interface: w, out: make(chan watch.Event), stopped: make(chan struct{})}
			go func() { defer close(c.out); change(w.ResultChan(), c.out, c.stopped) }()
			return c
		}, nil}
	}
}

type changed struct {
	watch.Interface
	out     chan watch.Event
	stopped chan struct{}
	once    atomic.Bool
}

func (c *changed) ResultChan() <-chan watch.Event { return c.out }
func (c *changed) Stop() {
	if c.once.CompareAndSwap(false, true) {
		close(c.stopped)
	}
	c.Interface.Stop()
}

// source is a ListerWatcher of which watches and lists can be changed.
type source struct {
	lw      cache.ListerWatcherWithContext
	onWatch func(watch.Interface) watch.Interface
	retry   func(error) bool // whether to ask again at once
}

func (s source) List(o metav1.ListOptions) (runtime.Object, error) {
	return s.ListWithContext(context.Background(), o)
}

func (s source) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return s.WatchWithContext(context.Background(), o)
}

func (s source) ListWithContext(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	for {
		list, err := s.lw.ListWithContext(ctx, o)
		if err == nil || s.retry == nil || !s.retry(err) || ctx.Err() != nil {
			return list, err
		}
	}
}

func (s source) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	for {
		w, err := s.lw.WatchWithContext(ctx, o)
		if err == nil && s.onWatch != nil {
			return s.onWatch(w), nil
		}
		if err == nil || s.retry == nil || !s.retry(err) || ctx.Err() != nil {
			return w, err
		}
	}
}

// forward passes events on until either end is closed; each may become any number.
func forward(each func(watch.Event) []watch.Event) func(<-chan watch.Event, chan<- watch.Event, <-chan struct{}) {
	return func(in <-chan watch.Event, out chan<- watch.Event, stop <-chan struct{}) {
		for ev := range in {
			for _, changed := range each(ev) {
				select {
				case out <- changed:
				case <-stop:
				}
			}
		}
	}
}

// perWatch gives each watch a function of its own.
func perWatch(make func() func(watch.Event) []watch.Event) func(<-chan watch.Event, chan<- watch.Event, <-chan struct{}) {
	return func(in <-chan watch.Event, out chan<- watch.Event, stop <-chan struct{}) {
		forward(make())(in, out, stop)
	}
}

// dropping loses the first deletion of each watch after an error elsewhere: a pipeline
// that forgets an event.
func dropping() func(watch.Event) []watch.Event {
	n := 0
	return func(ev watch.Event) []watch.Event {
		if n++; n == 30 {
			return nil
		}
		return []watch.Event{ev}
	}
}

// resurrecting applies a deletion, and then again the object that was deleted.
func resurrecting() func(watch.Event) []watch.Event {
	n := 0
	return func(ev watch.Event) []watch.Event {
		if ev.Type == watch.Deleted {
			if n++; n == 3 {
				return []watch.Event{ev, {Type: watch.Modified, Object: ev.Object}}
			}
		}
		return []watch.Event{ev}
	}
}

// believing takes the Status of an error for an object, as a careless decoder would.
func believing(ev watch.Event) []watch.Event {
	if ev.Type != watch.Error {
		return []watch.Event{ev}
	}
	o := &corev1.ConfigMap{}
	o.Namespace, o.Name, o.ResourceVersion = "ns-0", "status", "3"
	return []watch.Event{{Type: watch.Modified, Object: o}, ev}
}

// keeping is a store in which a list removes nothing.
type keeping struct{ stores.Store }

func (k keeping) Replace(items map[string]any, version string) {
	for _, key := range k.ListKeys() {
		if _, listed := items[key]; !listed {
			items[key], _ = k.Get(key)
		}
	}
	k.Store.Replace(items, version)
}

// shell is an informer that is changed from outside.
type shell struct {
	cache.SharedIndexInformer
	handler func(cache.ResourceEventHandler) cache.ResourceEventHandler
	stopped func(context.Context)
}

func (s shell) AddEventHandler(h cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	if s.handler != nil {
		h = s.handler(h)
	}
	return s.SharedIndexInformer.AddEventHandler(h)
}

func (s shell) RunWithContext(ctx context.Context) {
	s.SharedIndexInformer.RunWithContext(ctx)
	if s.stopped != nil {
		s.stopped(ctx)
	}
}

func inShell(name string, s shell) faults.Subject {
	ours := faults.Ours()
	return faults.Subject{Name: name, New: func(p faults.Plan, c rest.Interface) (cache.SharedIndexInformer, error) {
		i, err := ours.New(p, c)
		s.SharedIndexInformer = i
		return s, err
	}}
}

// twice delivers a deletion twice.
type twice struct{ cache.ResourceEventHandler }

func (t twice) OnDelete(obj any) {
	t.ResourceEventHandler.OnDelete(obj)
	t.ResourceEventHandler.OnDelete(obj)
}

// forgetful does not tell of deletions that only a list showed.
type forgetful struct{ cache.ResourceEventHandler }

func (f forgetful) OnDelete(obj any) {
	if _, unseen := obj.(cache.DeletedFinalStateUnknown); !unseen {
		f.ResourceEventHandler.OnDelete(obj)
	}
}

// mutant is an informer with a defect, and what the judge has to call it.
type mutant struct {
	faults.Subject
	finds []string
}

func mutants() []mutant {
	same := func(lw cache.ListerWatcher) cache.ListerWatcher { return lw }
	return []mutant{
		{faults.OursOver("drops an event", mutateWatches(perWatch(dropping))), []string{faults.NotAState, faults.Diverged}},
		{faults.OursOver("resurrects a deleted key", mutateWatches(perWatch(resurrecting))), []string{faults.NotAState, faults.WentBack, faults.Diverged}},
		{faults.OursOver("keeps expired objects", same, informer.WithStore(func(ix cache.Indexers) stores.Store { return keeping{mvcc.New(ix)} })), []string{faults.NotAState, faults.Diverged}},
		{faults.OursOver("takes a status for an object", mutateWatches(forward(believing))), []string{faults.NotAState, faults.Diverged, faults.BadHistory}},
		{inShell("delivers a delete twice", shell{handler: func(h cache.ResourceEventHandler) cache.ResourceEventHandler { return twice{h} }}), []string{faults.BadHistory}},
		{inShell("forgets unseen deletions", shell{handler: func(h cache.ResourceEventHandler) cache.ResourceEventHandler { return forgetful{h} }}), []string{faults.LostEvent, faults.BadHistory}},
		{inShell("stops slowly", shell{stopped: func(context.Context) { time.Sleep(2 * time.Second) }}), []string{faults.SlowStop}},
		{inShell("leaks a goroutine", shell{stopped: func(context.Context) { go time.Sleep(time.Hour) }}), []string{faults.Leaked}},
		{inShell("panics", shell{handler: func(h cache.ResourceEventHandler) cache.ResourceEventHandler { return panicking{h} }}), []string{faults.Panicked}},
		{faults.OursOver("asks in a hot loop", func(lw cache.ListerWatcher) cache.ListerWatcher {
			return source{cache.ToListerWatcherWithContext(lw), nil, func(error) bool { return true }}
		}), []string{faults.HotLoop}},
	}
}

type panicking struct{ cache.ResourceEventHandler }

func (p panicking) OnDelete(obj any) {
	if _, unseen := obj.(cache.DeletedFinalStateUnknown); unseen {
		panic("a handler that does not know tombstones")
	}
	p.ResourceEventHandler.OnDelete(obj)
}

// Each mutant is caught within a few plans, under its right name, and its plan shrinks to
// at most three faults.
func TestJudgeCatchesMutants(t *testing.T) {
	for _, m := range mutants() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			p, r := firstFailure(t, m.Subject)
			if !finds(r, m.finds) {
				t.Fatalf("seed %d: found %v, want one of %v", p.Seed, r.Violations, m.finds)
			}
			if raceDetector {
				return // shrinking runs the plan some hundred times; see plansUnderRace
			}
			small := faults.ShrinkFailure(t, p, m.Subject, r)
			if small.Faults() > 3 {
				t.Errorf("seed %d: shrunk to %d faults only:\n%s", p.Seed, small.Faults(), small)
			}
			t.Logf("seed %d, %v: from %d faults, %d events and %d keys to %d, %d and %d:\n%s", p.Seed, r.Violations[0],
				p.Faults(), p.Events(), p.Keys(), small.Faults(), small.Events(), small.Keys(), small)
			if again := faults.Run(t, small, faults.Ours()); again.Failed() {
				t.Errorf("without the defect the shrunk plan of seed %d finds %v", p.Seed, again.Violations)
			}
		})
	}
}

// mostTried is how many plans a mutant may survive.
const mostTried = 30

func firstFailure(t *testing.T, s faults.Subject) (faults.Plan, faults.Report) {
	for seed := range uint64(mostTried) {
		p := faults.Draw(seed)
		if r := faults.Run(t, p, s); r.Failed() {
			return p, r
		}
	}
	t.Fatalf("%d plans find nothing", mostTried)
	return faults.Plan{}, faults.Report{}
}

func finds(r faults.Report, kinds []string) bool {
	for _, v := range r.Violations {
		for _, kind := range kinds {
			if v.Kind == kind {
				return true
			}
		}
	}
	return false
}
