package cow

import "k8s.io/client-go/tools/cache"

// AddIndexers adds indexes over what is stored and what will be; other writers wait
// meanwhile, readers do not. It adds all or, when a name exists (an error) or a
// function fails (a panic), none.
func (s *Store) AddIndexers(newIndexers cache.Indexers) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.draft()
	first := d.set.Len()
	set, err := d.set.With(newIndexers)
	if err != nil {
		return err
	}
	d.set = set
	d.indexes = append(d.indexes[:first:first], make([]index, set.Len()-first)...)
	d.ownIndexes = true
	for slot, obj := range d.items.all {
		for i := first; i < set.Len(); i++ {
			d.enter(i, slot, set.Value(i, d.items.key(slot), obj))
		}
	}
	s.publish(d)
	return nil
}

// enter adds a slot to the postings of values that may hold one twice.
func (d *draft) enter(i int, slot uint32, values []string) {
	for _, value := range values {
		join(d.index(i), value, d.hash.tag(value), slot, d.edit)
	}
}
