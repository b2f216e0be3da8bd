package sharded

import (
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Transaction applies the entries in order; other writers of the same keys wait
// until all are applied, but readers see each as soon as it is. The resource
// version becomes that of the last entry's object, if readable, after all of them.
// When an index function fails for any entry it panics, and nothing is applied.
func (s *XsyncStore) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	rv, known := version.OfTransaction(entries)
	var touched stripes
	for i := range entries {
		touched.add(s.stripeOf(entries[i].Key))
	}
	for done := false; !done; {
		set := s.current.Load().set
		done = s.commit(entries, &touched, set, valuesOf(entries, set), rv, known)
	}
}

// commit answers false, with nothing done, when indexes have been added since the
// values were computed.
func (s *XsyncStore) commit(entries []cache.ThreadSafeStoreTransaction, touched *stripes,
	set *indexing.Set, values [][]string, rv string, known bool) bool {
	touched.lock(s.locks)
	defer touched.unlock(s.locks)
	now := s.current.Load()
	if now.set != set {
		return false
	}
	n := set.Len()
	for i := range entries {
		switch {
		case isPut(entries[i].Type):
			now.put(entries[i].Key, entries[i].Object, values[i*n:(i+1)*n])
		case entries[i].Type == cache.TransactionTypeDelete:
			now.remove(entries[i].Key)
		}
	}
	if known {
		now.version.set(rv)
	}
	return true
}

// Replace exchanges the whole content for items, from which it builds new maps
// beside the old ones. No reader waits or sees a part of it. Writes that are under
// way when the new maps appear count as before it. When an index function fails it
// panics, and the old content stays.
func (s *XsyncStore) Replace(items map[string]any, resourceVersion string) {
	s.structure.Lock()
	defer s.structure.Unlock()
	next := newXsyncGeneration(s.current.Load().set)
	var values [stackIndexes][]string
	for key, obj := range items {
		next.put(key, obj, next.set.Values(key, obj, values[:0]))
	}
	next.version.set(resourceVersion)
	s.current.Store(next) // as in Store.Replace
}

// AddIndexers adds indexes over what is stored and what will be, and holds up all
// writers meanwhile. It adds all or, when a name exists (an error) or a function
// fails (a panic), none.
func (s *XsyncStore) AddIndexers(newIndexers cache.Indexers) error {
	s.structure.Lock()
	defer s.structure.Unlock()
	var every stripes
	for i := range s.locks {
		every.add(i)
	}
	every.lock(s.locks) // as in Store.AddIndexers
	defer every.unlock(s.locks)
	now := s.current.Load()
	set, err := now.set.With(newIndexers)
	if err != nil {
		return err
	}
	next := *now
	next.set = set
	next.indexes = append(now.indexes[:now.set.Len():now.set.Len()], newXsyncIndexes(set.Len()-now.set.Len())...)
	extended := next.extend(now.set.Len())
	for key, with := range extended { // nothing can fail from here on
		// Before the new index is published: its readers compare with these values.
		next.items.Store(key, with)
	}
	s.current.Store(&next)
	return nil
}

// extend enters all keys in the indexes from first on, which nobody else sees yet,
// and returns the records that go with that. Range holds no lock while it calls, so
// an index function may panic.
func (g *xsyncGeneration) extend(first int) map[string]*record {
	extended := make(map[string]*record, g.items.Size())
	g.items.Range(func(key string, old *record) bool {
		with := &record{obj: old.obj, values: old.values[:first:first]}
		for i := first; i < g.set.Len(); i++ {
			values := distinct([][]string{g.set.Value(i, key, old.obj)})[0]
			with.values = append(with.values, values)
			for _, value := range values {
				g.indexes[i].join(value, key)
			}
		}
		extended[key] = with
		return true
	})
	return extended
}
