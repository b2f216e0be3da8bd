package sharded

import (
	"informerbench/stores/internal/indexing"

	"k8s.io/client-go/tools/cache"
)

// AddIndexers adds indexes over what is stored and what will be, and holds all
// locks meanwhile. It adds all or, when a name exists (an error) or a function
// fails (a panic), none.
func (s *Store) AddIndexers(newIndexers cache.Indexers) error {
	s.structure.Lock()
	defer s.structure.Unlock()
	// Every lock: a writer that has passed its comparison of the sets must not
	// store an object in a shard that has been indexed already.
	for i := range s.locked {
		s.locked[i].Lock()
		defer s.locked[i].Unlock()
	}
	old := s.set.Load()
	set, err := old.With(newIndexers)
	if err != nil {
		return err
	}
	first, added := old.Len(), set.Len()-old.Len()
	after := make([][]values, len(s.locked))
	for n := range s.locked {
		after[n] = s.locked[n].values(set, first)
	}
	for n := range s.locked { // nothing can fail from here on
		s.locked[n].addIndexes(added, after[n])
	}
	s.set.Store(set)
	return nil
}

// values are those of the first slot under every index from first on, then of the second.
func (s *shard) values(set *indexing.Set, first int) []values {
	all := make([]values, 0, (set.Len()-first)*len(s.keys.list))
	for slot, key := range s.keys.list {
		all = valuesOf(set, first, key, s.objs.list[slot], all)
	}
	return all
}

// addIndexes enrolls all slots in new indexes.
func (s *shard) addIndexes(added int, after []values) {
	s.own()
	for i := range added {
		p := part{in: make([]place, 0, cap(s.keys.list))}
		for slot := range s.keys.list {
			p.extend()
			p.enroll(uint32(slot), after[slot*added+i])
		}
		s.parts = append(s.parts, p)
	}
}
