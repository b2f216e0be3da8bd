package cow_test

import (
	"testing"

	"informerbench/stores/cow"
	"k8s.io/client-go/tools/cache"
)

// TestWriteCopiesOnePathPerStructure counts the nodes that a write on 100,000
// objects has made: one a level of each structure that it changes.
func TestWriteCopiesOnePathPerStructure(t *testing.T) {
	s := cow.NewMasked(indexers(), 1<<32-1)
	s.Replace(filled(100_000), "1")
	const (
		slots = 4 // shelf, book, page, leaf
		trie  = 5 // 16-way, a bin for 52 keys
		names = 1
		set   = 5
	)
	for _, c := range []struct {
		name  string
		write func()
		most  int
	}{
		{"update, same values", func() { s.Update(key(5), &thing{n: 5, tags: "t0"}) }, slots},
		{"update, one value moves", func() { s.Update(key(5), &thing{n: 6, tags: "t0"}) }, slots + 2*(slots+set)},
		{"insert", func() { s.Add("new", &thing{n: 6, tags: "t0"}) }, slots + names + trie + 2*(slots+set)},
		{"delete", func() { s.Delete("new") }, slots + names + trie + 2*(slots+set)},
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
	if made := s.Made(); made > objects/8 {
		t.Errorf("made %d nodes for %d objects", made, objects)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

// TestShapesOfTheTrie makes sure that the masks of the model test do what they are
// for.
func TestShapesOfTheTrie(t *testing.T) {
	for _, c := range []struct {
		mask              uint32
		branches, longest int
	}{
		{1<<32 - 1, 2, 0}, {0, 8, 500}, {0xF, 8, 0}, {0xC0000000, 8, 100},
	} {
		s := cow.NewMasked(nil, c.mask)
		s.Replace(filled(500), "1")
		branches, longest := s.Now().Depth()
		if branches < c.branches-1 || branches > c.branches || longest < c.longest {
			t.Errorf("mask %08x: %d branches deep, pile of %d", c.mask, branches, longest)
		}
	}
}
