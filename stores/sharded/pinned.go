package sharded

import "informerbench/stores"

// Snapshot pins the state of an instant, in O(shards). As long as it is open, the first
// update in a shard copies its list of objects, and the first write there that adds or
// removes an object, or changes an index value, copies all that the shard has. So it
// may cost writers a copy of the store, one shard at a time, and never more than that.
func (s *Store) Snapshot() stores.Snapshot {
	snap := &snapshot{shards: make([]shard, len(s.locked)), yield: stores.NeverYield}
	s.rlock()
	snap.set = s.set.Load() // under the locks, so that it fits the shards
	var last newest
	for i := range s.locked {
		last.look(&s.locked[i].stamped)
	}
	snap.rv = last.rv
	for i := range s.locked {
		snap.shards[i] = s.locked[i].pin()
		s.locked[i].RUnlock()
	}
	snap.release = func() {
		for i := range snap.shards {
			snap.shards[i].unpin()
		}
	}
	return snap
}
