package scenarios_test

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/scenarios"
)

// hider hides the first object that comes by, and every event of it.
type hider struct {
	cache.ListerWatcher
	whole cache.ListerWatcherWithContext

	mu  sync.Mutex // guards key: lists and watches come from several goroutines
	key string
}

func hide(lw cache.ListerWatcher) cache.ListerWatcher {
	return &hider{ListerWatcher: lw, whole: cache.ToListerWatcherWithContext(lw)}
}

func (h *hider) hidden(o runtime.Object) bool {
	key, err := cache.MetaNamespaceKeyFunc(o)
	if err != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.key == "" {
		h.key = key
	}
	return h.key == key
}

func (h *hider) ListWithContext(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	list, err := h.whole.ListWithContext(ctx, o)
	if err != nil {
		return nil, err
	}
	items, err := meta.ExtractList(list)
	if err != nil {
		return nil, err
	}
	var kept []runtime.Object
	for _, item := range items {
		if !h.hidden(item) {
			kept = append(kept, item)
		}
	}
	return list, meta.SetList(list, kept)
}

func (h *hider) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	w, err := h.whole.WatchWithContext(ctx, o)
	if err != nil {
		return nil, err
	}
	out := &hidingWatch{inner: w, events: make(chan watch.Event), stopped: make(chan struct{})}
	go out.pass(h)
	return out, nil
}

// hidingWatch ends with Stop even if nobody receives, which the watch that package watch can filter does not.
type hidingWatch struct {
	inner   watch.Interface
	events  chan watch.Event
	once    sync.Once
	stopped chan struct{}
}

func (w *hidingWatch) ResultChan() <-chan watch.Event { return w.events }

func (w *hidingWatch) Stop() {
	w.inner.Stop()
	w.once.Do(func() { close(w.stopped) })
}

func (w *hidingWatch) pass(h *hider) {
	defer close(w.events)
	for e := range w.inner.ResultChan() {
		if changes := e.Type == watch.Added || e.Type == watch.Modified || e.Type == watch.Deleted; changes && h.hidden(e.Object) {
			continue
		}
		select {
		case w.events <- e:
		case <-w.stopped:
			return
		}
	}
}

func TestWhatLosesAnObjectIsRefused(t *testing.T) {
	t.Setenv(standIn, "server")
	for _, s := range scenarios.All() {
		t.Run(s.Name, func(t *testing.T) {
			each(s, s.Subjects([]string{"mvcc"}, []string{"inorder"}), func(subject scenarios.Subject) {
				var out bytes.Buffer
				err := tiny(t, s, subject).RunSpoiled(t.Context(), hide, &out)
				if err == nil || !strings.Contains(err.Error(), "lost") && !strings.Contains(err.Error(), "has not seen") || out.Len() > 0 {
					t.Errorf("%s: error %v, with %d bytes of results", subject, err, out.Len())
				}
			})
		})
	}
}
