package reflector_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/reflector"
)

// batchRecorder takes batches, and writes down their sizes and what is in them.
type batchRecorder struct {
	*recorder
	sizes  []int
	refuse string     // events whose object has this name are refused
	during func()     // called at the start of a batch
	kept   func() any // looks at the slice after the call
}

var errRefused = errors.New("refused")

func newBatchRecorder() *batchRecorder { return &batchRecorder{recorder: newRecorder()} }

func (b *batchRecorder) ApplyEvents(events []watch.Event, failed func(int, error)) {
	b.sizes = append(b.sizes, len(events))
	b.kept = func() any { return events[0].Object }
	if b.during != nil {
		b.during()
	}
	for i, ev := range events {
		if err := b.apply(ev); err != nil {
			failed(i, err)
		}
	}
}

func (b *batchRecorder) apply(ev watch.Event) error {
	about, err := meta.Accessor(ev.Object)
	if err != nil {
		return err
	}
	if about.GetName() == b.refuse && b.refuse != "" {
		return errRefused
	}
	switch ev.Type {
	case watch.Added:
		return b.Add(ev.Object)
	case watch.Modified:
		return b.Update(ev.Object)
	case watch.Deleted:
		return b.Delete(ev.Object)
	default:
		return b.Bookmark(about.GetResourceVersion())
	}
}

// batching is a reflector over a store that takes batches.
func batching(t *testing.T, source cache.ListerWatcher, store *batchRecorder, o reflector.Options) *reflector.Reflector {
	t.Helper()
	quiet := klog.Logger{}
	o.Logger, o.Rand = &quiet, func() float64 { return 0 }
	o.WatchErrorHandler = func(context.Context, error) {}
	r := reflector.New(source, store, o)
	t.Cleanup(runUntilStopped(t, r))
	return r
}

func wantSizes(t *testing.T, store *batchRecorder, want ...int) {
	t.Helper()
	if !slices.Equal(store.sizes, want) {
		t.Errorf("batches of %v, want %v", store.sizes, want)
	}
}
