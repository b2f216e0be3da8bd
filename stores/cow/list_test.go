package cow_test

import (
	"testing"

	"informerbench/stores"
	"informerbench/stores/cow"
)

// TestReplaceListKeepsTheOrder wants a list back in the order in which it came, and
// the last of several items with one key, whose predecessors are not even indexed.
func TestReplaceListKeepsTheOrder(t *testing.T) {
	s := cow.NewMasked(indexers(), 1<<32-1)
	items := []stores.Item{{Key: "twice", Object: &thing{tags: "!"}}}
	for i := range 1000 {
		items = append(items, stores.Item{Key: key(i), Object: &thing{n: i, tags: "a"}})
	}
	last := &thing{n: 7, tags: "b"}
	s.ReplaceList(append(items, stores.Item{Key: "twice", Object: last}), "5")
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	list := s.List()
	if len(list) != len(items) || list[0] != last {
		t.Fatalf("%d objects, the first is %v", len(list), list[0])
	}
	for i, item := range items[1:] {
		if list[i+1] != item.Object {
			t.Fatalf("object %d is %v", i+1, list[i+1])
		}
	}
	if found, _ := s.ByIndex("tags", "b"); len(found) != 1 || s.LastStoreSyncResourceVersion() != "5" {
		t.Errorf("under b: %v", found)
	}
}

// TestAppendingAllocatesNothing reads into a slice that is large enough.
func TestAppendingAllocatesNothing(t *testing.T) {
	s := cow.Options{Yield: stores.NeverYield}.New(indexers()).(*cow.Store)
	s.Replace(filled(1000), "1")
	into := make([]any, 0, 1000)
	if allocs := testing.AllocsPerRun(20, func() {
		into = s.AppendList(into[:0])
		into, _ = s.AppendByIndex(into[:0], "number", "1")
		s.Get("ns/3")
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
	if len(into) != 333 {
		t.Errorf("%d objects under 1", len(into))
	}
}
