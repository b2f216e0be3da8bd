package reflectorbench

import (
	"context"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/watchlist"
)

// requestTap is a ListerWatcher that tells when the next request comes through. It
// touches requests only, never the stream of a watch.
type requestTap struct {
	inner cache.ListerWatcherWithContext
	deaf  bool // inner cannot stream its initial state
	// next is told the time of the next request and then forgotten; the swap makes
	// exactly one request take it.
	next atomic.Pointer[chan time.Time]
	// enter labels the goroutine that asks, in profiled runs.
	enter func()
}

var (
	_ cache.ListerWatcher            = (*requestTap)(nil)
	_ cache.ListerWatcherWithContext = (*requestTap)(nil)
)

func newRequestTap(lw cache.ListerWatcher) *requestTap {
	return &requestTap{
		inner: cache.ToListerWatcherWithContext(lw),
		deaf:  watchlist.DoesClientNotSupportWatchListSemantics(lw),
		enter: func() {},
	}
}

// nextRequest returns a channel that receives the time of the next list or watch.
func (t *requestTap) nextRequest() <-chan time.Time {
	ch := make(chan time.Time, 1)
	t.next.Store(&ch)
	return ch
}

func (t *requestTap) announce() {
	t.enter()
	if ch := t.next.Swap(nil); ch != nil {
		*ch <- time.Now()
	}
}

// IsWatchListSemanticsUnSupported passes on what client-go's reflector would have
// asked the wrapped source.
func (t *requestTap) IsWatchListSemanticsUnSupported() bool { return t.deaf }

func (t *requestTap) ListWithContext(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	t.announce()
	return t.inner.ListWithContext(ctx, o)
}

func (t *requestTap) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	t.announce()
	return t.inner.WatchWithContext(ctx, o)
}

func (t *requestTap) List(o metav1.ListOptions) (runtime.Object, error) {
	return t.ListWithContext(context.Background(), o)
}

func (t *requestTap) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return t.WatchWithContext(context.Background(), o)
}
