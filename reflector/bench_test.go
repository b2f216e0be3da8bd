package reflector_test

import (
	"context"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/reflector"
)

// sink is a store that does nothing, so that what is left is the reflector.
type sink struct {
	cache.ReflectorStore
	left int
	done func()
}

func (s *sink) Replace([]any, string) error { return nil }

func (s *sink) Update(any) error {
	if s.left--; s.left == 0 {
		s.done()
	}
	return nil
}

// BenchmarkEvent measures what one event costs on its way from a watch's
// channel into a store that does nothing, while the channel is kept full, 10,000 at a time.
func BenchmarkEvent(b *testing.B) {
	b.Run("reflector=ours", func(b *testing.B) {
		benchmarkEvent(b, func(s *script, store cache.ReflectorStore) func(context.Context) {
			return reflector.New(s, store, reflector.Options{ExpectedType: obj("a", "1")}).Run
		})
	})
	b.Run("reflector=clientgo", func(b *testing.B) {
		benchmarkEvent(b, func(s *script, store cache.ReflectorStore) func(context.Context) {
			return cache.NewReflectorWithOptions(s, obj("a", "1"), store, cache.ReflectorOptions{Name: "peer"}).RunWithContext
		})
	})
}

func benchmarkEvent(b *testing.B, newReflector func(*script, cache.ReflectorStore) func(context.Context)) {
	ctx, cancel := context.WithCancel(klog.NewContext(b.Context(), klog.Logger{}))
	defer cancel()
	ev := modified("a", "8")
	st := &stream{events: make(chan watch.Event, 1024), stopped: make(chan struct{})}
	watching := make(chan struct{})
	s := &script{silent: true, lists: listAnswers{listOf("7", "")}, watches: watchAnswers{func(context.Context, metav1.ListOptions) (watch.Interface, error) {
		close(watching)
		return st, nil
	}}}
	const batch = 10_000
	arrived := make(chan struct{})
	store := &sink{left: batch}
	store.done = func() { // in the goroutine that counts
		store.left = batch
		arrived <- struct{}{}
	}
	finished := make(chan struct{})
	run := newReflector(s, store)
	go func() {
		defer close(finished)
		run(ctx)
	}()
	<-watching
	b.ReportAllocs()
	for b.Loop() {
		for range batch {
			st.events <- ev
		}
		<-arrived
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*batch), "ns/event")
	cancel()
	<-finished
}
