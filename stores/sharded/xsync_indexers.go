package sharded

import "k8s.io/client-go/tools/cache"

// AddIndexers adds indexes over what is stored and what will be, and holds up all
// writers meanwhile. It adds all or, when a name exists (an error) or a function
// fails (a panic), none.
func (s *XsyncStore) AddIndexers(newIndexers cache.Indexers) error {
	s.structure.Lock()
	defer s.structure.Unlock()
	s.lock() // as in Store.AddIndexers
	defer s.unlock()
	now := s.current.Load()
	set, err := now.set.With(newIndexers)
	if err != nil {
		return err
	}
	next := *now
	first := now.set.Len()
	next.set, next.indexes = set, now.indexes[:first:first]
	for range set.Len() - first {
		next.indexes = append(next.indexes, newXsyncIndex())
	}
	next.index(first)
	s.current.Store(&next)
	return nil
}

// index enters all entries in the indexes from first on, which nobody else sees yet.
// It may panic, and has changed nothing then that anybody sees.
func (g *generation) index(first int) {
	var extended []extension
	for i := range g.rosters {
		for _, spot := range g.rosters[i].spots() {
			if old := spot.entry.now.Load(); old != nil {
				extended = append(extended, extension{spot.entry, g.extend(spot.entry, old, first)})
			}
		}
	}
	for _, x := range extended { // nothing can fail from here on
		// Before the new index is published: its readers ask where the record stands.
		x.entry.now.Store(x.with)
	}
}

type extension struct {
	entry *entry
	with  *record
}

// extend enters an entry in the indexes from first on, which nobody else sees yet.
func (g *generation) extend(e *entry, old *record, first int) *record {
	var room [stackIndexes]values
	after := valuesOf(g.set, first, e.key, old.obj, room[:0])
	in := append(make([]standing, 0, len(old.in)+standings(after)), old.in...)
	for i, v := range after {
		if v.many == nil {
			in = append(in, g.indexes[first+i].join(first+i, v.one, e))
		}
		for _, value := range v.many {
			in = append(in, g.indexes[first+i].join(first+i, value, e))
		}
	}
	return &record{old.obj, in}
}
