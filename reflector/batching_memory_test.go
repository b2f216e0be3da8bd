package reflector_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"

	"informerbench/reflector"
)

// batchSink takes batches and does nothing, unless somebody holds the gate.
type batchSink struct {
	sink            // guarded by gate
	gate sync.Mutex // held by the test while it fills the stream
}

func (s *batchSink) ApplyEvents(events []watch.Event, _ func(int, error)) {
	s.gate.Lock()
	defer s.gate.Unlock()
	if s.left -= len(events); s.left <= 0 {
		s.done()
	}
}

// A slice that grows and is given up now and then is of the batches, not of the events. How many
// batches there are must not be the scheduler's choice: what is sent while the store is held is at most two.
func TestBatchAllocatesNothingForAnEvent(t *testing.T) {
	const batch, rounds = 500, 200
	ctx, cancel := context.WithCancel(klog.NewContext(t.Context(), klog.Logger{}))
	defer cancel()
	st, done := newStream(), make(chan struct{}, 1)
	store := &batchSink{sink: sink{done: func() { done <- struct{}{} }}}
	s := &script{silent: true, lists: listAnswers{listOf("7", "")}, watches: watchAnswers{opens(st)}}
	go reflector.New(s, store, reflector.Options{}).Run(ctx)
	ev := modified("a", "8")
	round := func() {
		store.gate.Lock()
		store.left = batch
		for range batch { // there is room for all
			st.events <- ev
		}
		store.gate.Unlock()
		<-done
	}
	round() // warms up
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range rounds {
		round()
	}
	runtime.ReadMemStats(&after)
	if got := float64(after.Mallocs-before.Mallocs) / (batch * rounds); got > 0.1 {
		t.Errorf("%.2f allocations an event", got)
	}
}
