package reflector_test

import (
	"context"
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"

	"informerbench/reflector"
)

// BenchmarkStreamedList measures what one object of a streaming list costs from the
// channel into the list that the store gets.
func BenchmarkStreamedList(b *testing.B) {
	const objects = 100_000
	events := make([]watch.Event, 0, objects+1)
	for i := range objects {
		events = append(events, added(fmt.Sprint("pod-", i), "8"))
	}
	events = append(events, endMarker("8"))
	b.ReportAllocs()
	for b.Loop() {
		streamOnce(b, events)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*objects), "ns/object")
}

func streamOnce(b *testing.B, events []watch.Event) {
	ctx, cancel := context.WithCancel(klog.NewContext(b.Context(), klog.Logger{}))
	defer cancel()
	st := &stream{events: make(chan watch.Event, 1024), stopped: make(chan struct{})}
	s := &script{streams: watchAnswers{func(context.Context, metav1.ListOptions) (watch.Interface, error) { return st, nil }}}
	store := &listSink{done: cancel}
	go func() {
		for _, e := range events {
			st.events <- e
		}
	}()
	reflector.New(s, store, reflector.Options{ListMode: reflector.ListStream}).Run(ctx)
}

// listSink ends the run with the first list.
type listSink struct {
	sink
	done func()
}

func (s *listSink) Replace([]any, string) error { s.done(); return nil }
