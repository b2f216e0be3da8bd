package mvcc

import (
	"iter"
	"maps"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
)

// Replace exchanges the whole content for items. It builds the new content beside the
// old one, in the order of the map, while readers and other writers go on, and
// publishes it through one pointer: what was written meanwhile is replaced as well.
// When an index function fails it panics, and the old content stays. It does not
// keep the map.
func (s *Store) Replace(items map[string]any, resourceVersion string) {
	s.replace(len(items), maps.All(items), resourceVersion)
}

// ReplaceList is Replace with a list, in whose order the objects will lie.
func (s *Store) ReplaceList(items []stores.Item, resourceVersion string) {
	defer func() {
		// An object that a later one of its key replaces does not count, nor does the
		// failure of its index function. Nearly always there is none, so look only now.
		if failure := recover(); failure != nil {
			unique := lastOfEachKey(items)
			if len(unique) == len(items) {
				panic(failure)
			}
			s.ReplaceList(unique, resourceVersion)
		}
	}()
	s.replace(len(items), func(yield func(string, any) bool) {
		for i := range items {
			if !yield(items[i].Key, items[i].Object) {
				return
			}
		}
	}, resourceVersion)
}

func (s *Store) replace(n int, items iter.Seq2[string, any], resourceVersion string) {
	for {
		set := s.generation.Load().indexes.Load().set
		built := s.build(set, n, items)
		built.begin(&resourceVersion)
		if s.publish(built, set) {
			s.waiters.Notify()
			return
		}
	}
}

// publish makes a generation the store's, unless there are other indexes by now.
func (s *Store) publish(built *generation, set *indexing.Set) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.generation.Load().indexes.Load().set != set {
		return false
	}
	s.generation.Store(built) // complete: a reader finds all of the old content or all of the new
	return true
}

// build makes a generation of items. Of several with one key the last counts.
func (s *Store) build(set *indexing.Set, n int, items iter.Seq2[string, any]) *generation {
	g := newGeneration(s.seed, set, n)
	var staged staged
	for key, obj := range items {
		staged = staged.empty().with(set, key, obj)
		g.put(g.plan(key), key, split(obj), staged, 0)
	}
	g.settle()
	return g
}

func lastOfEachKey(items []stores.Item) []stores.Item {
	last := make(map[string]int, len(items))
	for i := range items {
		last[items[i].Key] = i
	}
	unique := make([]stores.Item, 0, len(last))
	for i := range items {
		if last[items[i].Key] == i {
			unique = append(unique, items[i])
		}
	}
	return unique
}
