package informerbench

import (
	"context"
	"runtime"
	"time"

	corev1 "k8s.io/api/core/v1"

	"informerbench/reflectorbench"
)

// podsPerNamespace of a sync.
const podsPerNamespace = 1000

// syncRoom is how many events of a stream wait for the informer at most: about as many as there
// are in what a connection's buffers hold.
const syncRoom = 100

// sync times an initial sync from Run to the handler's last call. peak-B and peak-live-B are what
// the informer adds to the objects, which the feed holds; for a plain list that includes the copies
// that an informer makes of the list's items, so as not to hold its array.
func (p Process) sync(ctx context.Context, s Subject) (names []string, values []float64, err error) {
	pods := newPods(p.Pods, podsPerNamespace)
	runtime.GC()
	runtime.GC()
	peak := reflectorbench.SamplePeak()
	began := time.Now()
	l, err := startLife(ctx, s, newFeed(pods, p.List == StreamList, syncRoom))
	if err != nil {
		return nil, nil, err
	}
	if err := l.awaitSync(ctx); err != nil {
		return nil, nil, err
	}
	took := time.Since(began)
	most := peak.Finish()
	if err := l.check(make([]*corev1.Pod, len(pods))); err != nil {
		return nil, nil, err
	}
	return []string{"ns/op", "objects/s", "peak-live-B", "peak-B", "rss-peak-B"},
		[]float64{
			float64(took.Nanoseconds()), float64(len(pods)) / took.Seconds(),
			float64(most.Live), float64(most.Heap), float64(most.RSS),
		}, l.end()
}
