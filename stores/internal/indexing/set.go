package indexing

import (
	"fmt"
	"maps"
	"slices"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// Set is an ordered, immutable set of named index functions. Position i of a
// function never changes in the sets derived from it by [Set.With], so a variant
// can keep its postings in a slice that runs parallel to the set.
//
// A Set is safe for concurrent use, for it never changes. The nil *Set is not valid.
type Set struct {
	names     []string
	funcs     []cache.IndexFunc
	singles   []stores.ValueFunc // nil where a function is not single-valued
	positions map[string]int
}

// NewSet copies the indexers, which may be nil, sorted by name.
func NewSet(indexers cache.Indexers) *Set {
	s := &Set{positions: make(map[string]int, len(indexers))}
	s.append(indexers)
	return s
}

// With returns a set that has the new functions after the old ones; s stays as
// it is. If any of the names exists, the error names all that do and the set is
// nil: all or nothing.
func (s *Set) With(more cache.Indexers) (*Set, error) {
	var conflicts []string
	for name := range more {
		if _, exists := s.positions[name]; exists {
			conflicts = append(conflicts, name)
		}
	}
	if len(conflicts) > 0 {
		slices.Sort(conflicts)
		return nil, fmt.Errorf("indexer conflict: %v", conflicts)
	}
	grown := &Set{
		names:     slices.Clone(s.names),
		funcs:     slices.Clone(s.funcs),
		singles:   slices.Clone(s.singles),
		positions: maps.Clone(s.positions),
	}
	grown.append(more)
	return grown, nil
}

// append is for sets that nobody else can see yet.
func (s *Set) append(indexers cache.Indexers) {
	for _, name := range slices.Sorted(maps.Keys(indexers)) {
		s.positions[name] = len(s.names)
		s.names = append(s.names, name)
		s.funcs = append(s.funcs, indexers[name])
		single, _ := stores.ValueFuncOf(indexers[name])
		s.singles = append(s.singles, single)
	}
}

// Len is the number of index functions.
func (s *Set) Len() int { return len(s.names) }

// Name is the name of the function at position i.
func (s *Set) Name(i int) string { return s.names[i] }

// Func is the function at position i.
func (s *Set) Func(i int) cache.IndexFunc { return s.funcs[i] }

// Single is the single-valued form of the function at position i, nil if it has none.
func (s *Set) Single(i int) stores.ValueFunc { return s.singles[i] }

// Find returns the position of a name, or client-go's error for an unknown one.
func (s *Set) Find(name string) (int, error) {
	if i, exists := s.positions[name]; exists {
		return i, nil
	}
	//lint:ignore ST1005 the text is client-go's
	return 0, fmt.Errorf("Index with name %s does not exist", name)
}

// Indexers returns a new map with all functions, which the caller owns.
func (s *Set) Indexers() cache.Indexers {
	indexers := make(cache.Indexers, len(s.names))
	for i, name := range s.names {
		indexers[name] = s.funcs[i]
	}
	return indexers
}
