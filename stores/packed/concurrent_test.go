package packed_test

import (
	"fmt"
	"sync"
	"testing"

	"informerbench/stores/packed"
	"informerbench/workload"
)

// For the race detector: many read the same and different objects while they change.
func TestReadersShareTheCache(t *testing.T) {
	items := somePods(t, 60)
	store := packed.Options{Cache: 400 << 10}.New(workload.Indexers(workload.Pods)).(*packed.Store)
	store.ReplaceList(items, "1")
	var group sync.WaitGroup
	for reader := range 6 {
		group.Go(func() {
			for i := range scaled(300, 100) {
				item := items[(i*(reader+1))%len(items)]
				if got, exists := store.Get(item.Key); !exists || got == nil {
					t.Errorf("%s is gone", item.Key)
				}
				if reader == 0 {
					store.Update(item.Key, item.Object)
				}
			}
		})
	}
	group.Wait()
	mustEqual(t, store, items)
	if used := store.Stats().CacheBytes; used < 0 || used > 400<<10 {
		t.Errorf("the cache takes %d bytes", used)
	}
	quiet(t, store)
}

// Writers and readers of the same few keys, more than the cache holds: whatever they do to each other,
// the cache is whole in the end, and a reader sees an object of its key.
func TestTheCacheStaysWhole(t *testing.T) {
	store := newBoxes(16 << 10)
	fillBoxes(store, 16, 300)
	var group sync.WaitGroup
	for worker := range 6 {
		group.Go(func() {
			for i := range scaled(5000, 500) {
				key := fmt.Sprint((i * (worker + 1)) % 16)
				switch {
				case worker < 3:
					if got, exists := store.Get(key); exists && got.(*box).Name != key {
						t.Errorf("%s is %v", key, got)
					}
				case i%20 == 19:
					store.ReplaceList(boxes(16, 290), "2")
				case i%20 == 10:
					store.Delete(key)
				case i%2 == 0:
					store.Transaction(adding(boxes(4, 310))...)
				default:
					store.Update(key, boxes(16, 300)[(i*(worker+1))%16].Object)
				}
			}
		})
	}
	group.Wait()
	quiet(t, store)
	if used := store.Stats().CacheBytes; used > 16<<10 {
		t.Errorf("%d bytes are used", used)
	}
}
