package cow_test

import (
	"maps"
	"testing"

	"informerbench/stores/cow"

	"k8s.io/client-go/tools/cache"
)

// TestMassDeletesGiveMemoryBack leaves one object in fifty, spread over all leaves,
// by single writes and by one transaction, and wants the leaves of the rest to go, while
// a state from before stays whole.
func TestMassDeletesGiveMemoryBack(t *testing.T) {
	const n, each = 20_000, 50
	var dels []cache.ThreadSafeStoreTransaction
	for i := range n {
		if i%each != 0 {
			dels = append(dels, del(key(i)))
		}
	}
	for name, drop := range map[string]func(*cow.Store){
		"one by one": func(s *cow.Store) {
			for _, d := range dels {
				s.Delete(d.Key)
			}
		},
		"at once": func(s *cow.Store) { s.Transaction(dels...) },
	} {
		t.Run(name, func(t *testing.T) {
			s := cow.NewMasked(indexers(), 1<<32-1)
			items := filled(n)
			s.Replace(items, "1")
			before, leaves := s.Now(), s.Now().Leaves()
			drop(s)
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
			now := s.Now()
			if len(now.Objects()) != n/each || now.Leaves() > leaves/10 || now.Nodes() > before.Nodes()/8 {
				t.Errorf("%d objects in %d leaves and %d nodes; before %d and %d",
					len(now.Objects()), now.Leaves(), now.Nodes(), leaves, before.Nodes())
			}
			for i := 0; i < n; i += each {
				if got, ok := s.Get(key(i)); !ok || got != items[key(i)] {
					t.Fatalf("%s is lost", key(i))
				}
			}
			if !maps.Equal(before.Objects(), items) {
				t.Error("the state before has changed")
			}
		})
	}
}
