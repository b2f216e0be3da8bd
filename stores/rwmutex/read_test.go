package rwmutex_test

import (
	"slices"
	"testing"

	"informerbench/stores"
)

func TestListsFitExactly(t *testing.T) {
	s := newStore(indexers())
	fill(s, 3000)
	s.Delete(key(7))
	byIndex, _ := s.ByIndex("number", "1")
	index, _ := s.Index("number", &thing{number: 1})
	keys, _ := s.IndexKeys("number", "1")
	for name, caps := range map[string][2]int{
		"List": {len(s.List()), cap(s.List())}, "ListKeys": {len(s.ListKeys()), cap(s.ListKeys())},
		"Index": {len(index), cap(index)}, "IndexKeys": {len(keys), cap(keys)},
	} {
		if caps[0] != caps[1] {
			t.Errorf("%s has %d results and room for %d", name, caps[0], caps[1])
		}
	}
	if len(byIndex) != len(index) || len(keys) != len(index) {
		t.Errorf("%d by index, %d of index, %d keys", len(byIndex), len(index), len(keys))
	}
}

func TestReadsIntoARoomySliceAllocateNothing(t *testing.T) {
	s := newStore(indexers())
	fill(s, 3000)
	into, one := make([]any, 0, 3000), key(5)
	if n := testing.AllocsPerRun(10, func() {
		s.AppendList(into)
		_, _ = s.AppendByIndex(into, "number", "1")
		s.Get(one)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestUpdateAllocatesNothing(t *testing.T) {
	s := newStore(indexers())
	var obj any = &thing{number: 1, tags: []string{"a"}}
	s.Add("k", obj)
	if n := testing.AllocsPerRun(100, func() { s.Update("k", obj) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestListOrder: slots follow the list that filled them, and so do lists and postings.
func TestListOrder(t *testing.T) {
	s := newStore(indexers())
	var items []stores.Item
	var want []any
	for i := range 3000 {
		items = append(items, stores.Item{Key: key(i), Object: &thing{number: 3 * i}})
		want = append(want, items[i].Object)
	}
	s.ReplaceList(items, "1")
	byIndex, _ := s.ByIndex("number", "0")
	if !slices.Equal(s.List(), want) || !slices.Equal(byIndex, want) {
		t.Error("the order of the list is lost")
	}
}

// TestARangeMayWrite: no lock is held while the body of a range runs.
func TestARangeMayWrite(t *testing.T) {
	s := newStore(indexers())
	fill(s, 10)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for key := range s.All() {
			s.Delete(key)
		}
		fill(s, 10)
		under, _ := s.ByIndexAll("number", "1")
		for range under {
			s.Replace(nil, "")
		}
	}()
	await(t, done, "ranges whose bodies write")
	if n := len(s.List()); n != 0 {
		t.Errorf("%d objects are left", n)
	}
}
