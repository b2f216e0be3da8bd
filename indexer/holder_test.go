package indexer_test

import (
	"testing"

	"informerbench/indexer"
	"informerbench/stores/packed"
)

func TestAHolderIsAsked(t *testing.T) {
	store := packed.New(nil).(*packed.Store)
	i := indexer.New(store, nil)
	must(t, i.Add(object("a", "x", "1")))
	for _, c := range []struct {
		key          string
		obj          any
		same, exists bool
	}{
		{"ns/a", object("a", "x", "1"), true, true},
		{"ns/a", object("a", "y", "1"), false, true},
		{"ns/a", object("a", "x", "2"), false, true},
		{"ns/a", nil, false, true},
		{"ns/a", "text", false, true},
		{"ns/b", object("b", "x", "1"), false, false},
	} {
		if same, exists, known := i.Same(c.key, c.obj); same != c.same || exists != c.exists || !known || i.Has(c.key) != c.exists {
			t.Errorf("Same(%s, %v) = %v, %v, %v", c.key, c.obj, same, exists, known)
		}
	}
	if !i.Copies() || i.Len() != 1 {
		t.Errorf("Copies() = %v, Len() = %d", i.Copies(), i.Len())
	}
	if stats := store.Stats(); stats.Hits+stats.Misses > 0 {
		t.Errorf("objects were shown: %+v", stats)
	}
}

func TestOthersAreLookedAt(t *testing.T) {
	i := newIndexer(nil)
	must(t, i.Add(object("a", "x", "1")))
	if _, _, known := i.Same("ns/a", object("a", "x", "1")); known || i.Copies() || !i.Has("ns/a") || i.Has("ns/b") || i.Len() != 1 {
		t.Errorf("known %v, copies %v, %d objects", known, i.Copies(), i.Len())
	}
}
