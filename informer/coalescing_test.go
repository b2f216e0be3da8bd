package informer_test

import (
	"testing"
	"testing/synctest"

	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// A handler that is blocked through many updates gets few of them, in order and ending
// with the newest; the one beside it gets every one.
func TestCoalescingHandlerGetsTheNewestOfABacklog(t *testing.T) {
	const updates, keys, limit = 20_000, 10, 50
	for name, o := range map[string][]informer.Option{
		"wrapped handler":   nil,
		"informer's option": {informer.WithCoalescing(limit)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source, gate := newFeed(), make(chan struct{})
				inf := source.informer(o...)
				slow, other := newInOrder(gate), newInOrder(nil)
				if o == nil {
					add(t, inf, informer.Coalescing(slow, limit))
				} else {
					add(t, inf, cache.FilteringResourceEventHandler{FilterFunc: func(any) bool { return true }, Handler: slow})
				}
				add(t, inf, informer.Coalescing(other, 0)) // off, whatever the option says
				start(t, inf)
				for i := range updates {
					if i < keys {
						source.watcher.Add(source.item(podName(i)))
					} else {
						source.watcher.Modify(source.item(podName(i % keys)))
					}
				}
				synctest.Wait()
				other.verify(t, updates)
				close(gate)
				synctest.Wait()
				// Beyond the limit: one update a key, and what was taken before the block.
				const most = limit + keys + 64
				if calls := slow.calls.Load(); calls < keys || calls > most {
					t.Errorf("%d calls, want at most %d", calls, most)
				}
				if fault := slow.faults.Load(); fault != nil {
					t.Error(*fault)
				}
				for i := range keys {
					if got, want := slow.last[podName(i)], other.last[podName(i)]; got != want {
						t.Errorf("%s ends at %s, want %s", podName(i), got, want)
					}
				}
			})
		})
	}
}
