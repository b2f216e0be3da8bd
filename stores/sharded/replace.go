package sharded

import "k8s.io/client-go/tools/cache"

// Replace exchanges the whole content for items, from which it builds new shards
// beside the old ones. No reader waits, and none, of whatever kind, sees a part of
// it: the new shards appear through one pointer. Writes that are under way at that
// moment count as before it. When an index function fails it panics, and the old
// content stays.
func (s *Store) Replace(items map[string]any, resourceVersion string) {
	s.structure.Lock()
	defer s.structure.Unlock()
	next := newGeneration(s.current.Load().set, len(s.locks), len(items))
	var values [stackIndexes][]string
	for key, obj := range items {
		after := next.set.Values(key, obj, values[:0])
		next.shards[s.shardOf(key)].put(key, obj, after)
	}
	next.version.set(resourceVersion)
	// A writer that loaded the old generation may still write into it. Its call
	// overlaps with this one, so it may be ordered before; its resource version is
	// that of the old generation as well and cannot overwrite the new one.
	s.current.Store(next)
}

// AddIndexers adds indexes over what is stored and what will be, and holds all
// locks meanwhile. It adds all or, when a name exists (an error) or a function
// fails (a panic), none.
func (s *Store) AddIndexers(newIndexers cache.Indexers) error {
	s.structure.Lock()
	defer s.structure.Unlock()
	var every stripes
	for i := range s.locks {
		every.add(i)
	}
	// Every lock: a writer that has passed its comparison of the sets must not
	// store an object in a shard that has been indexed already.
	every.lock(s.locks)
	defer every.unlock(s.locks)
	now := s.current.Load()
	set, err := now.set.With(newIndexers)
	if err != nil {
		return err
	}
	first, added := now.set.Len(), set.Len()-now.set.Len()
	values := make([][][]string, len(now.shards)) // of each shard, slot by slot
	for n, shard := range now.shards {
		for slot, obj := range shard.objs {
			for i := first; i < set.Len(); i++ {
				values[n] = append(values[n], set.Value(i, shard.keys[slot], obj))
			}
		}
	}
	for n, shard := range now.shards { // nothing can fail from here on
		shard.addIndexes(added, values[n])
	}
	s.current.Store(&generation{set: set, shards: now.shards, version: now.version})
	return nil
}

// addIndexes enrolls all slots in new indexes; values has those of the first slot,
// index by index, then of the second.
func (s *shard) addIndexes(added int, values [][]string) {
	first := len(s.values)
	for range added {
		s.values = append(s.values, newShrinking[*posting](0))
	}
	for slot := range s.objs {
		for i, of := range values[slot*added : (slot+1)*added] {
			s.extend(uint32(slot), first+i, of)
		}
	}
}
