package cow_test

import (
	"maps"
	"testing"

	"informerbench/stores/cow"
)

// TestFailedTransactionLeavesNoTrace lets an index function fail after the
// transaction has changed nodes in place: the next edits must not take those for
// their own, nor may any of the changes show (kubernetes/kubernetes#43605).
func TestFailedTransactionLeavesNoTrace(t *testing.T) {
	s := cow.NewMasked(indexers(), 1<<32-1)
	items := filled(500)
	s.Replace(items, "7")
	before := s.Now()
	for round := range 20 {
		mustPanic(t, func() {
			s.Transaction(
				put(key(round), &thing{n: 1}), put("ns/new", &thing{tags: "a,b"}), del(key(round+1)),
				put(key(round), &thing{tags: "!"}), put("ns/after", &thing{}),
			)
		})
		mustPanic(t, func() { s.Update(key(3), &thing{tags: "!"}) })
		mustPanic(t, func() { s.Replace(map[string]any{"x": &thing{tags: "a"}, "y": &thing{tags: "!"}}, "8") })
		if s.Now() != before {
			t.Fatal("a write that failed has published something")
		}
		delete(items, key(round))
		s.Delete(key(round))
		before = s.Now()
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(before.Objects(), items) || s.LastStoreSyncResourceVersion() != "7" {
			t.Fatal("the writes after a failed one are based on it")
		}
	}
}

func mustPanic(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Fatal("no panic although an index function failed")
		}
	}()
	f()
}

// TestImpureIndexFunctionHarmsNoOtherObject changes objects after they were stored,
// which users must not do and do. Their own index entries may be wrong then, as in
// client-go; those of others must stay right, and no write may fail.
func TestImpureIndexFunctionHarmsNoOtherObject(t *testing.T) {
	s := cow.New(indexers())
	innocent, changed := &thing{tags: "a"}, &thing{tags: "b"}
	s.Add("innocent", innocent)
	s.Add("changed", changed)
	changed.tags = "a"
	s.Update("changed", &thing{tags: "c"}) // leaves "a", where it never was
	s.Delete("changed")
	if keys, _ := s.IndexKeys("tags", "a"); len(keys) != 1 || keys[0] != "innocent" {
		t.Fatalf("under a: %v", keys)
	}
}
