package informerbench

import (
	"context"
	"errors"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// firstVersion is that of all pods of the population and of its list; updates go on from there.
const firstVersion = "1"

// feed serves a population from memory, as one list or as a stream that begins with it, and then one
// stream of events. It does as little as it can: what it takes is the same for all informers, and
// hides a part of their difference.
type feed struct {
	pods []corev1.Pod
	// streams: the initial state may be asked for as a stream.
	streams bool
	events  chan watch.Event
	watches atomic.Int32
}

var _ cache.ListerWatcherWithContext = (*feed)(nil)

// newFeed makes a feed whose stream holds that many events that the informer has not taken yet.
func newFeed(pods []corev1.Pod, streams bool, room int) *feed {
	return &feed{pods: pods, streams: streams, events: make(chan watch.Event, room)}
}

// IsWatchListSemanticsUnSupported is how client-go's reflector, and ours, ask whether
// they may stream the initial state.
func (f *feed) IsWatchListSemanticsUnSupported() bool { return !f.streams }

func (f *feed) List(metav1.ListOptions) (runtime.Object, error) {
	list := &corev1.PodList{Items: f.pods}
	list.ResourceVersion = firstVersion
	return list, nil
}

func (f *feed) ListWithContext(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
	return f.List(o)
}

func (f *feed) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return f.WatchWithContext(context.Background(), o)
}

// WatchWithContext may be called once: a second watch would have missed events, and a sample in
// which an informer gave up its watch is none.
func (f *feed) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	if f.watches.Add(1) > 1 {
		return nil, errors.New("this stream can be watched once only")
	}
	s := &stream{events: f.events, ended: make(chan struct{})}
	if o.SendInitialEvents != nil && *o.SendInitialEvents {
		go f.sendInitial(ctx, s)
	}
	return s, nil
}

// sendInitial sends the population and the bookmark that ends it.
func (f *feed) sendInitial(ctx context.Context, s *stream) {
	send := func(e watch.Event) bool {
		select {
		case f.events <- e:
			return true
		case <-s.ended:
		case <-ctx.Done():
		}
		return false
	}
	for i := range f.pods {
		if !send(watch.Event{Type: watch.Added, Object: &f.pods[i]}) {
			return
		}
	}
	end := &corev1.Pod{}
	end.ResourceVersion = firstVersion
	end.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
	send(watch.Event{Type: watch.Bookmark, Object: end})
}

// stream is the feed's channel as a watch. Stop does not close the channel: whoever sends would
// panic.
type stream struct {
	events  chan watch.Event
	stopped atomic.Bool
	ended   chan struct{}
}

func (s *stream) ResultChan() <-chan watch.Event { return s.events }

func (s *stream) Stop() {
	if s.stopped.CompareAndSwap(false, true) {
		close(s.ended)
	}
}
