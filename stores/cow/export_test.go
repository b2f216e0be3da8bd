package cow

import (
	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// State is a published state, for tests that hold one.
type State = state

// NewMasked returns a store whose tags keep only the bits of the mask.
func NewMasked(indexers cache.Indexers, mask uint32) *Store {
	hash := newHasher()
	hash.mask = mask
	return newStore(indexers, Options{}, hash)
}

// Now returns the published state.
func (s *Store) Now() *State { return s.current.Load() }

// StateOf returns the state that a snapshot pins.
func StateOf(snap stores.Snapshot) *State { return snap.(*snapshot).now }

// Check walks the published state; see check.
func (s *Store) Check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current.Load().check(s.edits)
}

// ForgetToSpend makes the next write take the number of the last one, as a store
// would that does not clear the owner's token when it publishes.
func (s *Store) ForgetToSpend() { s.edits-- }

// Objects returns the content of a state.
func (s *state) Objects() map[string]any {
	objects := map[string]any{}
	for slot, obj := range s.items.all {
		objects[s.items.key(slot)] = obj
	}
	return objects
}

// Postings returns an index of a state as keys by value.
func (s *state) Postings(i int) map[string][]string {
	postings := map[string][]string{}
	for at, p := range s.indexes[i].all {
		value := s.indexes[i].key(at)
		for slots := range p.all {
			for _, slot := range slots {
				postings[value] = append(postings[value], s.items.key(slot))
			}
		}
	}
	return postings
}

// Shape returns the number of bins of the objects' table and the longest of them.
func (s *state) Shape() (bins uint32, longest int) {
	if s.items.bins == nil {
		return 0, 0
	}
	for at := range s.items.bins.n {
		longest = max(longest, len(s.items.bins.tree.at(at >> rackBits).at[at&rackMask]))
	}
	return s.items.bins.n, longest
}

// Leaves returns how many leaves hold the objects.
func (s *state) Leaves() int { return s.items.held }

// Nodes counts the nodes of all kinds that the objects take.
func (s *state) Nodes() (nodes int) {
	visitTable(&s.items, func(uint64) { nodes++ })
	return nodes
}

// Made counts the nodes of the current state that the last edit made.
func (s *Store) Made() (made int) {
	now := s.current.Load()
	count := func(edit uint64) {
		if edit == s.edits {
			made++
		}
	}
	visitTable(&now.items, count)
	for _, x := range now.indexes {
		visitTable(&x.table, count)
		for _, p := range x.all {
			visitSet(p.many, count)
		}
	}
	return made
}

func visitTable[V any](t *table[V], visit func(edit uint64)) {
	visitTree(&t.tree, visit, func(l *leaf[V]) {
		visit(l.edit)
		visit(l.keys.edit)
	})
	if t.bins == nil {
		return
	}
	visit(t.bins.edit)
	visitTree(&t.bins.tree, visit, func(r *rack) { visit(r.edit) })
}

func visitTree[X any](t *tree[X], visit func(uint64), leaf func(*X)) {
	ofBook := func(b *book[X]) {
		visitFan(b, visit, func(p *page[X]) { visitFan(p, visit, leaf) })
	}
	visitFan(t.page, visit, leaf)
	if t.book != nil {
		ofBook(t.book)
	}
	for _, shelf := range t.shelves {
		visitFan(shelf, visit, ofBook)
	}
}

func visitFan[T any](f *fan[T], visit func(uint64), kid func(*T)) {
	if f == nil {
		return
	}
	visit(f.edit)
	for i := range f.kid {
		if f.kid[i] != nil {
			kid(f.kid[i])
		}
	}
}

func visitSet(s *set, visit func(uint64)) {
	if s == nil {
		return
	}
	visit(s.edit)
	if s.kids != nil {
		for _, kid := range s.kids {
			visitSet(kid, visit)
		}
	}
}

// Get looks a key up in a state, through its bins.
func Get(s *State, key string) (any, bool) { return s.get(key) }
