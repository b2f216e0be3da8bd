package cow_test

import (
	"testing"

	"informerbench/stores/cow"
	"k8s.io/client-go/tools/cache"
)

// TestWriteCopiesOnePathPerStructure counts the nodes that a write on 60,000
// objects has made: one a level of each structure that it changes.
func TestWriteCopiesOnePathPerStructure(t *testing.T) {
	s := cow.NewMasked(indexers(), 1<<32-1)
	s.Replace(filled(60_000), "1")
	const (
		slots = 4 // shelf, book, page, leaf
		names = 1
		bins  = 9 // two ways to a rack, for a bin may split or merge
		set   = 3 // 20,000 slots
	)
	for _, c := range []struct {
		name  string
		write func()
		most  int
	}{
		{"update, same values", func() { s.Update(key(5), &thing{n: 5, tags: "t0"}) }, slots},
		{"update, one value moves", func() { s.Update(key(5), &thing{n: 6, tags: "t0"}) }, slots + 2*(slots+set)},
		{"insert", func() { s.Add("new", &thing{n: 6, tags: "t0"}) }, slots + names + bins + 2*(slots+set)},
		{"delete", func() { s.Delete("new") }, slots + names + bins + 2*(slots+set)},
		{"bookmark", func() { s.Bookmark("9") }, 0},
	} {
		c.write()
		if made := s.Made(); made > c.most {
			t.Errorf("%s: made %d nodes, want at most %d", c.name, made, c.most)
		}
	}
}

// TestBatchSharesTheCopying wants a transaction that updates every object to make
// each node once, however many entries touch it.
func TestBatchSharesTheCopying(t *testing.T) {
	const objects = 10_000
	s := cow.NewMasked(indexers(), 1<<32-1)
	s.Replace(filled(objects), "1")
	var entries []cache.ThreadSafeStoreTransaction
	for i := range objects {
		for range 3 {
			entries = append(entries, put(key(i), &thing{n: i, tags: "t0"}))
		}
	}
	s.Transaction(entries...)
	if made := s.Made(); made > objects*3/10 {
		t.Errorf("made %d nodes for %d objects", made, objects)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

// TestShapesOfTheBins makes sure that the masks of the model test do what they are
// for.
func TestShapesOfTheBins(t *testing.T) {
	for _, c := range []struct {
		mask    uint32
		longest int
	}{{1<<32 - 1, 1}, {0, 500}, {0xF, 15}, {0xC0000000, 500}} {
		s := cow.NewMasked(nil, c.mask)
		s.Replace(filled(500), "1")
		if bins, longest := s.Now().Shape(); bins < 500/8 || longest < c.longest {
			t.Errorf("mask %08x: %d bins, %d cells in the longest", c.mask, bins, longest)
		}
	}
}
