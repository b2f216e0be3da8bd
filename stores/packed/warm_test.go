package packed_test

import (
	"fmt"
	"strings"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
)

// newBoxes is a store of boxes, which are told by their pointers.
func newBoxes(cache int64) *packed.Store {
	return packed.Options{Codec: packed.JSON(&box{}), Cache: cache}.New(nil).(*packed.Store)
}

type box struct {
	Name, Text string
}

func boxes(n, size int) (items []stores.Item) {
	for i := range n {
		items = append(items, stores.Item{Key: fmt.Sprint(i), Object: &box{fmt.Sprint(i), strings.Repeat("x", size)}})
	}
	return items
}

// fillBoxes stores boxes as a list does, which leaves the cache alone.
func fillBoxes(store *packed.Store, n, size int) { store.ReplaceList(boxes(n, size), "1") }

// quiet compares the cache with itself.
func quiet(t *testing.T, store *packed.Store) {
	t.Helper()
	if err := packed.VerifyWarm(store); err != nil {
		t.Error(err)
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
	quiet(t, store)
}

// Whoever is told of a change asks for the object next, and the next change asks for the old one.
func TestWhatWasWrittenIsThere(t *testing.T) {
	store := newBoxes(0)
	fillBoxes(store, 100, 100)
	var entries []stores.Item
	for i := range 20 {
		item := stores.Item{Key: fmt.Sprint(i), Object: &box{fmt.Sprint(i), "new"}}
		if entries = append(entries, item); i%2 == 0 {
			store.Update(item.Key, item.Object)
		}
	}
	store.Transaction(adding(entries)...)
	for _, item := range entries {
		if got, _ := store.Get(item.Key); got != item.Object {
			t.Errorf("%s was decoded", item.Key)
		}
	}
	if stats := store.Stats(); stats.Misses > 0 {
		t.Errorf("%+v", stats)
	}
	quiet(t, store)
}

// What is replaced or deleted makes room at once.
func TestTheCacheLetsGoOfWhatIsReplaced(t *testing.T) {
	store := newBoxes(0)
	for name, write := range writes {
		for range 3 {
			write(store, boxes(20, 1000))
		}
		if used := store.Stats().CacheBytes; used > 21*(3*1100+64) {
			t.Errorf("after %s of 20 objects the cache takes %d bytes", name, used)
		}
		quiet(t, store)
	}
	for i := range 20 {
		store.Delete(fmt.Sprint(i))
	}
	if used := store.Stats().CacheBytes; used > 0 {
		t.Errorf("%d bytes of an empty store are used", used)
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
	notAboutRaces(t)
	const budget = 256 << 10
	for _, size := range []int{10, 1000, 8000} {
		store := newBoxes(budget)
		fillBoxes(store, 500, size)
		store.Add("large", &box{"large", strings.Repeat("x", 50_000)}) // too large for it
		for i := range 2000 {
			if i%3 == 0 {
				store.Update(fmt.Sprint(i*7%500), &box{"new", strings.Repeat("x", size+i%50)})
			} else {
				store.Get(fmt.Sprint(i % 500))
			}
			if i%100 > 0 {
				continue
			}
			store.Get("large")
			if used := store.Stats().CacheBytes; used > budget {
				t.Fatalf("%d bytes are used", used)
			}
		}
		if used := store.Stats().CacheBytes; size > 600 && used < budget/2 {
			t.Errorf("%d bytes of %d are used", used, budget)
		}
		quiet(t, store)
	}
}

// Who reads or writes everything does not push out what is looked up again and again.
func TestListsLeaveTheCacheAlone(t *testing.T) {
	notAboutRaces(t)
	const n = 2000
	store := newBoxes(256 << 10)
	fillBoxes(store, n, 1000)
	hot, _ := store.Get("7")
	store.Get("7")
	store.List()
	for range store.All() {
	}
	store.Transaction(adding(boxes(n, 600)[8:])...) // of which a quarter of the cache holds the last
	if again, _ := store.Get("7"); again != hot {
		t.Error("it is gone")
	}
	store.ReplaceList(boxes(n/2, 500), "2")
	if used := store.Stats().CacheBytes; used > 256<<10/4+4000 {
		t.Errorf("a list left %d bytes in the cache", used)
	}
	quiet(t, store)
}

// What is looked up again and again stays, though others are looked up once.
func TestHotObjectsStay(t *testing.T) {
	notAboutRaces(t)
	const n = 3000
	store := newBoxes(256 << 10)
	fillBoxes(store, n, 1000)
	hot := map[string]any{}
	decoded := 0
	for i := range n {
		store.Get(fmt.Sprint(i))
		key := fmt.Sprint("1", i%5)
		if got, _ := store.Get(key); got != hot[key] {
			hot[key], decoded = got, decoded+1
		}
	}
	if decoded > 10 {
		t.Errorf("five hot objects were decoded %d times", decoded)
	}
	quiet(t, store)
}
