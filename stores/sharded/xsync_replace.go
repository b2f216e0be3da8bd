package sharded

import (
	"iter"
	"maps"

	"informerbench/stores"
)

// Replace exchanges the whole content for items, from which it builds new maps
// beside the old ones. No reader waits or sees a part of it; writers wait for the
// moment of the exchange. When an index function fails it panics, and the old
// content stays.
func (s *XsyncStore) Replace(items map[string]any, resourceVersion string) {
	s.replace(maps.All(items), resourceVersion)
}

// ReplaceList does what Replace does, from a list. What List returns has the order of
// the list, stripe by stripe.
func (s *XsyncStore) ReplaceList(items []stores.Item, resourceVersion string) {
	s.replace(eachItem(items), resourceVersion)
}

func (s *XsyncStore) replace(items iter.Seq2[string, any], resourceVersion string) {
	s.structure.Lock()
	defer s.structure.Unlock()
	next := newGeneration(s.current.Load().set, len(s.stripes))
	for key, obj := range items {
		next.put(s.of(hashOf(key)), key, obj, nil)
	}
	next.index(0)
	s.lock() // a writer would else go on in the old generation, and his write be lost
	s.current.Store(next)
	s.stripes[0].set(&s.clock, resourceVersion)
	s.unlock()
	s.waiters.Notify()
}
