package cow

import (
	"math/bits"

	"k8s.io/client-go/tools/cache"
)

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
func (s *state) Nodes() int {
	n := tally(s.items.trie)
	for _, shelf := range s.items.shelves {
		n += 1 + bits.OnesCount32(shelf.live)
		for _, book := range shelf.kid {
			if book == nil {
				continue
			}
			for _, page := range book.kid {
				if page != nil {
					n += 1 + bits.OnesCount32(page.live)
				}
			}
		}
	}
	return n
}

func tally(n node) (total int) {
	b, isBranch := n.(*branch)
	if !isBranch {
		return 1
	}
	for i, kid := range b.kid {
		if i == 0 || kid != b.kid[i-1] {
			total += tally(kid)
		}
	}
	return total + 1
}
