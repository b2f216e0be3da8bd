package cow

import "k8s.io/client-go/tools/cache"

// State is a published state, for tests that hold one.
type State = state

// NewMasked returns a store whose tags keep only the bits of the mask.
func NewMasked(indexers cache.Indexers, mask uint32) *Store {
	hash := newHasher()
	hash.mask = mask
	return newStore(indexers, hash)
}

// Now returns the published state.
func (s *Store) Now() *State { return s.current.Load() }

// Check walks the published state; see check.
func (s *Store) Check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current.Load().check(s.hash, s.edits)
}

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
		for _, slot := range p.appendSlots(nil) {
			postings[value] = append(postings[value], s.items.key(slot))
		}
	}
	return postings
}

// Depth returns the number of branches on the longest path of the objects' trie,
// and the size of its largest pile.
func (s *state) Depth() (branches, pileCells int) { return depth(s.items.trie) }

func depth(n node) (branches, pileCells int) {
	switch n := n.(type) {
	case *branch:
		for _, kid := range n.kid {
			b, p := depth(kid)
			branches, pileCells = max(branches, b+1), max(pileCells, p)
		}
	case *pile:
		pileCells = len(n.cells)
	}
	return branches, pileCells
}

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
	for i := range now.indexes {
		visitTable(&now.indexes[i], count)
		for _, p := range now.indexes[i].all {
			visitSet(p.many, count)
		}
	}
	return made
}

func visitTable[V any](t *table[V], visit func(edit uint64)) {
	visitTrie(t.trie, visit)
	for _, shelf := range t.shelves {
		visitFan(shelf, visit, func(b *book[V]) {
			visitFan(b, visit, func(p *page[V]) {
				visitFan(p, visit, func(l *leaf[V]) {
					visit(l.edit)
					visit(l.keys.edit)
				})
			})
		})
	}
}

func visitFan[T any](f *fan[T], visit func(uint64), kid func(*T)) {
	visit(f.edit)
	for i := range f.kid {
		if f.kid[i] != nil {
			kid(f.kid[i])
		}
	}
}

func visitTrie(n node, visit func(uint64)) {
	switch n := n.(type) {
	case *branch:
		visit(n.edit)
		for i, kid := range n.kid {
			if i == 0 || kid != n.kid[i-1] { // places that share a bin are adjacent
				visitTrie(kid, visit)
			}
		}
	case *bin:
		visit(n.edit)
	case *pile:
		visit(n.edit)
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
