package reflector_test

import (
	"context"
	"runtime"
	"testing"

	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"

	"informerbench/reflector"
)

// batchSink takes batches and does nothing.
type batchSink struct{ sink }

func (s *batchSink) ApplyEvents(events []watch.Event, _ func(int, error)) {
	if s.left -= len(events); s.left <= 0 {
		s.done()
	}
}

func TestBatchAllocatesNothingForAnEvent(t *testing.T) {
	const batch, rounds = 500, 200
	ctx, cancel := context.WithCancel(klog.NewContext(t.Context(), klog.Logger{}))
	defer cancel()
	st, done := newStream(), make(chan struct{}, 1)
	store := &batchSink{sink: sink{left: batch, done: func() { done <- struct{}{} }}}
	s := &script{silent: true, lists: listAnswers{listOf("7", "")}, watches: watchAnswers{opens(st)}}
	go reflector.New(s, store, reflector.Options{}).Run(ctx)
	ev := modified("a", "8")
	round := func() {
		for range batch {
			st.events <- ev
		}
		<-done
		store.left = batch
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
