package informerbench

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/rounds"
)

// life is one informer from its start to its end, with a tally as its handler.
type life struct {
	feed     *feed
	tally    *tally
	informer built
	synced   <-chan struct{} // closed by the informer, when it says that the handler has seen the whole population
	stop     context.CancelFunc
	ended    chan struct{}
}

// startLife makes the informer and runs it. Like what a factory of client-go makes, it has the
// namespace index and no resync.
func startLife(ctx context.Context, s Subject, f *feed) (*life, error) {
	inf, err := s.new(f, &corev1.Pod{}, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	if err != nil {
		return nil, err
	}
	l := &life{feed: f, tally: newTally(len(f.pods)), ended: make(chan struct{}), informer: inf}
	registration, err := l.informer.AddEventHandler(l.tally)
	if err != nil {
		return nil, err
	}
	l.synced = registration.HasSyncedChecker().Done()
	ctx, l.stop = context.WithCancel(ctx)
	go func() {
		defer close(l.ended)
		l.informer.RunWithContext(ctx)
	}()
	return l, nil
}

// awaitSync waits until the informer says that it is synced, and the handler has seen the whole population. client-go
// 0.37.2 says so earlier about once in a thousand times, when the handler was told of a half or so.
func (l *life) awaitSync(ctx context.Context) error {
	stuck := time.After(stuckTime)
	for _, reached := range []<-chan struct{}{l.synced, l.tally.all} {
		select {
		case <-reached:
		case <-ctx.Done():
			return ctx.Err()
		case <-stuck:
			return fmt.Errorf("not synced after %v", stuckTime)
		}
	}
	return nil
}

// end stops the informer and waits for it.
func (l *life) end() error {
	l.stop()
	select {
	case <-l.ended:
		return nil
	case <-time.After(stuckTime):
		return fmt.Errorf("the informer has not stopped within %v", stuckTime)
	}
}

// check compares what the handler saw, and what the store holds, with what was sent: newest has the
// last update of each pod, or nil. Nothing may be in flight.
func (l *life) check(newest []*corev1.Pod) error {
	if n := l.feed.watches.Load(); n > 1 {
		return fmt.Errorf("the informer watched %d times, want once", n)
	}
	if l.tally.broken != nil {
		return l.tally.broken
	}
	pods := len(l.feed.pods)
	if l.tally.added != pods {
		return fmt.Errorf("the handler was told of %d pods, want %d", l.tally.added, pods)
	}
	for i, seen := range l.tally.seen {
		want := newest[i]
		if want == nil && seen.ResourceVersion != firstVersion || want != nil && seen != want {
			return fmt.Errorf("the handler saw pod %d last at version %s, which is not the newest", i, seen.ResourceVersion)
		}
	}
	return l.checkStore()
}

// checkStore demands that the store holds the very objects that the handler saw, in the list, in
// the index and by key.
func (l *life) checkStore() error {
	indexer := l.informer.GetIndexer()
	listed := indexer.List()
	if len(listed) != len(l.tally.seen) {
		return fmt.Errorf("the store has %d pods, want %d", len(listed), len(l.tally.seen))
	}
	indexed, err := rounds.Indexed(indexer, cache.NamespaceIndex)
	if err != nil {
		return err
	}
	if indexed != len(listed) {
		return fmt.Errorf("the namespace index has %d pods, want %d", indexed, len(listed))
	}
	for _, obj := range listed {
		i := ordinalOf(obj)
		if obj.(*corev1.Pod) != l.tally.seen[i] {
			return fmt.Errorf("the store lists pod %d at version %s, the handler saw another", i, obj.(*corev1.Pod).ResourceVersion)
		}
		if got, exists, err := indexer.Get(obj); err != nil || !exists || got != obj {
			return errors.Join(err, fmt.Errorf("the store lists pod %d and does not have it by its key", i))
		}
	}
	return nil
}
