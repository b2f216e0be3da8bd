package packed_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"informerbench/stores/packed"
	"informerbench/workload"
)

// newBoxes is a store of boxes, which are told by their pointers.
func newBoxes(cache int64) *packed.Store {
	return packed.Options{Codec: packed.JSON(&box{}), Cache: cache}.New(nil).(*packed.Store)
}

type box struct {
	Name, Text string
}

func fillBoxes(store *packed.Store, n, size int) {
	for i := range n {
		store.Add(fmt.Sprint(i), &box{fmt.Sprint(i), strings.Repeat("x", size)})
	}
}

func TestHotObjectsAreDecodedOnce(t *testing.T) {
	store := newBoxes(0)
	fillBoxes(store, 10, 100)
	first, _ := store.Get("3")
	for range 100 {
		if again, _ := store.Get("3"); again != first {
			t.Fatal("it was decoded again")
		}
	}
	if stats := store.Stats(); stats.Hits != 100 || stats.Misses != 1 {
		t.Errorf("%+v", stats)
	}
	store.Update("3", &box{"3", "another"})
	if got, _ := store.Get("3"); got == first || got.(*box).Text != "another" {
		t.Errorf("after an update it is %v", got)
	}
}

func TestWithoutCacheEveryGetDecodes(t *testing.T) {
	store := newBoxes(-1)
	fillBoxes(store, 1, 100)
	a, _ := store.Get("0")
	b, _ := store.Get("0")
	if a == b || *a.(*box) != *b.(*box) {
		t.Errorf("%p and %p", a, b)
	}
	if stats := store.Stats(); stats.Hits+stats.Misses+stats.CacheBytes != 0 {
		t.Errorf("%+v", stats)
	}
}

func TestTheCacheKeepsItsBudget(t *testing.T) {
	const budget = 256 << 10
	store := newBoxes(budget)
	fillBoxes(store, 500, 3000)
	fillBoxes(store, 3, 50_000) // too large for it
	for i := range 2000 {
		store.Get(fmt.Sprint(i % 500))
		if i%100 > 0 {
			continue
		}
		if used := store.Stats().CacheBytes; used > budget {
			t.Fatalf("%d bytes are used", used)
		}
	}
	if used := store.Stats().CacheBytes; used < budget/2 {
		t.Errorf("%d bytes of %d are used", used, budget)
	}
}

// Who reads everything does not push out what is looked up again and again.
func TestListsLeaveTheCacheAlone(t *testing.T) {
	store := newBoxes(256 << 10)
	fillBoxes(store, 2000, 1000)
	hot, _ := store.Get("7")
	store.List()
	for range store.All() {
	}
	if again, _ := store.Get("7"); again != hot {
		t.Error("it is gone")
	}
}

// What is looked up again and again stays, though others are looked up once.
func TestHotObjectsStay(t *testing.T) {
	store := newBoxes(256 << 10)
	fillBoxes(store, 3000, 1000)
	hot := map[string]any{}
	decoded := 0
	for i := range 3000 {
		store.Get(fmt.Sprint(i))
		key := fmt.Sprint("1", i%5)
		if got, _ := store.Get(key); got != hot[key] {
			hot[key], decoded = got, decoded+1
		}
	}
	if decoded > 300 {
		t.Errorf("five hot objects were decoded %d times", decoded)
	}
}

// For the race detector: many read the same and different objects while they change.
func TestReadersShareTheCache(t *testing.T) {
	items := population(t, workload.Pods, 60)
	store := packed.Options{Cache: 400 << 10}.New(workload.Indexers(workload.Pods)).(*packed.Store)
	store.ReplaceList(items, "1")
	var group sync.WaitGroup
	for reader := range 6 {
		group.Go(func() {
			for i := range 300 {
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
}
