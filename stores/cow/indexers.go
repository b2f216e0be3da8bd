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
	d.indexes = append(d.indexes[:first:first], emptyIndexes(set.Len()-first, d.edit)...)
	d.ownIndexes = true
	d.enter(first)
	s.publish(&d)
	return nil
}

// enter fills the indexes from the first given, which are empty, from the objects.
func (d *draft) enter(first int) {
	for slot, obj := range d.items.all {
		for i := first; i < d.set.Len(); i++ {
			d.enterOne(i, slot, obj)
		}
	}
}

func (d *draft) enterOne(i int, slot uint32, obj any) {
	key := d.items.key(slot)
	if d.set.Single(i) != nil {
		if value, ok := d.set.SingleValue(i, key, obj); ok {
			d.join(i, slot, value)
		}
		return
	}
	for _, value := range d.set.Value(i, key, obj) { // one that comes twice joins once
		d.join(i, slot, value)
	}
}
