package mvcc

import (
	"informerbench/stores/internal/indexing"

	"k8s.io/client-go/tools/cache"
)

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *Store) GetIndexers() cache.Indexers {
	return s.generation.Load().indexes.Load().set.Indexers()
}

// AddIndexers adds indexes over what is stored and what will be. It adds all
// or, when a name exists (an error) or a function fails (a panic), none. Writers wait
// meanwhile, readers do not.
func (s *Store) AddIndexers(newIndexers cache.Indexers) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.generation.Load()
	old := g.indexes.Load()
	set, err := old.set.With(newIndexers)
	if err != nil {
		return err
	}
	wider := &indexes{set: set, list: old.list[:len(old.list):len(old.list)]}
	for i := old.set.Len(); i < set.Len(); i++ {
		wider.list = append(wider.list, newIndex(i))
	}
	links := g.links.widened(set.Len())
	v := g.view()
	for _, ix := range wider.list[old.set.Len():] {
		v.fill(ix, set, &links)
	}
	g.links = links
	// Complete for the present state, and older ones are none of its readers': they load
	// the indexes before their view.
	g.indexes.Store(wider)
	return nil
}

// fill puts all slots into a new index.
func (v *view) fill(ix *index, set *indexing.Set, links *links) {
	var values staged
	for slot, c := range v.g.slotsInUse() {
		offset := int(slot & offsetMask)
		w, _ := c.load(offset)
		values = values.empty().withOne(set, int(ix.position), c.entries[offset].key, w.join())
		for _, value := range values.values {
			hash := v.g.hash(value)
			p := ix.find(hash, value)
			if p == nil {
				p = ix.create(hash, value, v.commit)
			}
			links.add(slot, ix.position, link{p.id, p.add(slot, v.commit)})
		}
	}
}
