package sharded

import "sync/atomic"

// shard holds some of the objects, and of every index the part about these. So one
// lock covers an object and all its index entries, and nobody sees the one without
// the other.
//
// Objects sit side by side in slots 0 to n-1, so that a list is a copy of memory. The
// last one moves into the slot of one that is deleted.
type shard struct {
	keys column[string]
	objs column[any]
	*layout
}

// layout is what updates that leave the index values alone do not change. Its pins
// count the snapshots that read it without a lock, as those of a column do.
type layout struct {
	table table
	parts []part // by index
	pins  atomic.Int32
}

func newShard(indexes, objects int) shard {
	s := shard{
		keys:   newColumn[string](objects),
		objs:   newColumn[any](objects),
		layout: &layout{table: newTable(objects), parts: make([]part, indexes)},
	}
	for i := range s.parts {
		s.parts[i].in = make([]place, 0, objects)
	}
	return s
}

func (s *shard) get(hash uint64, key string) (obj any, exists bool) {
	slot, exists := s.table.find(hash, s.keys.list, key)
	if !exists {
		return nil, false
	}
	return s.objs.list[slot], true
}

// put stores an object whose values under each index are given. The caller holds the
// lock, and nothing in here can fail.
func (s *shard) put(hash uint64, key string, obj any, after []values) {
	slot, exists := s.table.find(hash, s.keys.list, key)
	if exists {
		s.objs.own()
		s.objs.list[slot] = obj
		if s.holds(slot, after) {
			return
		}
		s.own()
	} else {
		s.own()
		slot = uint32(len(s.keys.list))
		s.table.add(hash, slot)
		s.keys.list = append(s.keys.list, key)
		s.objs.list = append(s.objs.list, obj)
		for i := range s.parts {
			s.parts[i].extend()
		}
	}
	for i := range s.parts {
		s.parts[i].enroll(slot, after[i])
	}
}

func (s *shard) holds(slot uint32, after []values) bool {
	for i := range s.parts {
		if !s.parts[i].holds(slot, after[i]) {
			return false
		}
	}
	return true
}

// remove takes an object out, if it is there; the caller holds the lock. It asks no
// index function: the slot knows its places.
func (s *shard) remove(hash uint64, key string) {
	slot, exists := s.table.find(hash, s.keys.list, key)
	if !exists {
		return
	}
	s.own()
	s.keys.own()
	s.objs.own()
	for i := range s.parts {
		s.parts[i].remove(slot)
	}
	s.table.remove(hash, slot)
	if last := uint32(len(s.keys.list) - 1); slot != last {
		s.table.renumber(hashOf(s.keys.list[last]), last, slot)
	}
	s.keys.remove(slot)
	s.objs.remove(slot)
}

// own copies the layout if a snapshot reads it. It comes before every change of it.
func (s *shard) own() {
	if s.layout.pins.Load() == 0 {
		return
	}
	mine := &layout{table: s.table, parts: make([]part, len(s.parts))}
	mine.table.cells = append([]uint64(nil), s.table.cells...)
	for i := range s.parts {
		mine.parts[i] = s.parts[i].clone()
	}
	s.layout = mine
}

// pin returns the shard as it is now, to be read without a lock until unpin. The
// caller holds the lock for reading.
func (s *shard) pin() shard {
	s.layout.pins.Add(1)
	return shard{keys: s.keys.pin(), objs: s.objs.pin(), layout: s.layout}
}

func (s *shard) unpin() {
	s.keys.unpin()
	s.objs.unpin()
	s.layout.pins.Add(-1)
}
