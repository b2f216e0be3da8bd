package sharded

import (
	"slices"

	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Add stores obj under key, as Update does.
func (s *XsyncStore) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key. The index functions run before any lock is taken;
// when one fails, Update panics and has changed nothing.
func (s *XsyncStore) Update(key string, obj any) {
	rv, known := version.Of(obj)
	lock := &s.locks[s.stripeOf(key)]
	var values [stackIndexes][]string
	for done := false; !done; {
		set := s.current.Load().set
		done = s.put(lock, set, key, obj, set.Values(key, obj, values[:0]), rv, known)
	}
}

// put answers false, with nothing done, when indexes have been added since the
// values were computed.
func (s *XsyncStore) put(lock *stripe, set *indexing.Set, key string, obj any, after [][]string,
	rv string, known bool) bool {
	lock.Lock()
	defer lock.Unlock()
	now := s.current.Load() // under the lock, so that AddIndexers cannot come between
	if now.set != set {
		return false
	}
	now.put(key, obj, after)
	if known {
		now.version.set(rv) // after the object: never newer than what is readable
	}
	return true
}

// put stores an object whose values are given. The caller holds the lock of the
// key.
//
// The order of the steps is what readers of an index rely on: at every instant the
// key is among those of every value that the object has which Get would return. So
// they find at least what there is, and drop what is too much.
func (g *xsyncGeneration) put(key string, obj any, after [][]string) {
	old, exists := g.items.Load(key)
	if exists && sameRecord(old.values, after) {
		g.items.Store(key, &record{obj: obj, values: old.values})
		return
	}
	var before [][]string
	if exists {
		before = old.values
	}
	fresh := &record{obj: obj, values: distinct(after)}
	for i, values := range fresh.values {
		_, join := indexing.Changes(valuesAt(before, i), values)
		for _, value := range join {
			g.indexes[i].join(value, key)
		}
	}
	g.items.Store(key, fresh)
	g.leave(key, before, fresh.values)
}

// remove takes an object out, if it is there: first itself, then its index entries.
func (g *xsyncGeneration) remove(key string) {
	if old, exists := g.items.LoadAndDelete(key); exists {
		g.leave(key, old.values, nil)
	}
}

func (g *xsyncGeneration) leave(key string, before, after [][]string) {
	for i, values := range before {
		gone, _ := indexing.Changes(values, valuesAt(after, i))
		for _, value := range gone {
			g.indexes[i].leave(value, key)
		}
	}
}

// valuesAt allows for no values at all.
func valuesAt(values [][]string, i int) []string {
	if values == nil {
		return nil
	}
	return values[i]
}

func sameRecord(a, b [][]string) bool { return slices.EqualFunc(a, b, indexing.Same) }

// distinct copies values to keep: the slices may be the index functions' own.
func distinct(values [][]string) [][]string {
	all := make([]string, 0, room(values)) // one allocation for those of all indexes
	kept := make([][]string, len(values))
	for i := range values {
		first := len(all)
		all = append(all, indexing.Distinct(values[i])...)
		kept[i] = all[first:len(all):len(all)]
	}
	return kept
}

// Delete removes key and leaves the store's resource version alone.
func (s *XsyncStore) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *XsyncStore) DeleteWithObject(key string, obj any) {
	rv, known := version.Of(obj)
	lock := &s.locks[s.stripeOf(key)]
	lock.Lock()
	defer lock.Unlock()
	now := s.current.Load()
	now.remove(key)
	if known {
		now.version.set(rv)
	}
}

// Bookmark sets the resource version and nothing else.
func (s *XsyncStore) Bookmark(rv string) { s.current.Load().version.set(rv) }

// Resync does nothing, as in client-go.
func (s *XsyncStore) Resync() error { return nil }

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *XsyncStore) GetIndexers() cache.Indexers { return s.current.Load().set.Indexers() }

// LastStoreSyncResourceVersion returns the version that the last write set.
func (s *XsyncStore) LastStoreSyncResourceVersion() string { return s.current.Load().version.get() }
