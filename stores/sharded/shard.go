package sharded

import (
	"sync/atomic"

	"informerbench/stores/internal/indexing"
)

// shard holds some of the objects, and of every index the part about these. So one
// lock covers an object and all its index entries, and nobody sees the one without
// the other.
//
// Objects sit side by side in slots 0 to n-1, so that List is a copy of memory. The
// last one moves into the slot of one that is deleted.
type shard struct {
	slotOf shrinking[uint32]
	keys   []string
	objs   []any
	in     [][]membership        // of each slot, ordered by index
	values []shrinking[*posting] // by index, then by value
	count  atomic.Int64          // len(objs), for readers without the lock who need a size
}

func newShard(indexes, objects int) *shard {
	s := &shard{
		slotOf: newShrinking[uint32](objects),
		keys:   make([]string, 0, objects),
		objs:   make([]any, 0, objects),
		in:     make([][]membership, 0, objects),
		values: make([]shrinking[*posting], indexes),
	}
	for i := range s.values {
		s.values[i] = newShrinking[*posting](0)
	}
	return s
}

func (s *shard) get(key string) (obj any, exists bool) {
	slot, exists := s.slotOf.m[key]
	if !exists {
		return nil, false
	}
	return s.objs[slot], true
}

// put stores an object whose values under each index are given. The caller holds
// the lock, and nothing in here can fail.
func (s *shard) put(key string, obj any, after [][]string) {
	slot, exists := s.slotOf.m[key]
	if !exists {
		slot = uint32(len(s.objs))
		s.slotOf.put(key, slot)
		s.keys = append(s.keys, key)
		s.objs = append(s.objs, obj)
		s.in = append(s.in, nil)
		s.count.Store(int64(len(s.objs)))
	}
	s.objs[slot] = obj
	if !holds(s.in[slot], after) {
		s.enroll(slot, after)
	}
}

// remove takes an object out, if it is there; the caller holds the lock. It asks no
// index function: the slot knows its memberships.
func (s *shard) remove(key string) {
	slot, exists := s.slotOf.m[key]
	if !exists {
		return
	}
	for _, m := range s.in[slot] {
		s.leave(m)
	}
	s.slotOf.remove(key)
	if last := uint32(len(s.objs) - 1); slot != last {
		s.moveSlot(last, slot)
	}
	s.keys = dropLast(s.keys)
	s.objs = dropLast(s.objs)
	s.in = dropLast(s.in)
	s.count.Store(int64(len(s.objs)))
}

func (s *shard) moveSlot(from, to uint32) {
	s.keys[to], s.objs[to], s.in[to] = s.keys[from], s.objs[from], s.in[from]
	s.slotOf.put(s.keys[to], to)
	for _, m := range s.in[to] {
		m.posting.members[m.at].slot = to
	}
}

// enroll exchanges the memberships of a slot for those that the values ask for,
// index by index; an index whose values are the same keeps its own.
func (s *shard) enroll(slot uint32, after [][]string) {
	old := s.in[slot]
	fresh := make([]membership, 0, room(after))
	for i, values := range after {
		n := 0
		for n < len(old) && int(old[n].posting.index) == i {
			n++
		}
		if sameValues(old[:n], values) {
			for _, m := range old[:n] {
				m.posting.members[m.at].nth = uint32(len(fresh))
				fresh = append(fresh, m)
			}
		} else {
			for _, m := range old[:n] {
				s.leave(m)
			}
			for _, value := range indexing.Distinct(values) {
				fresh = append(fresh, s.join(i, value, member{slot: slot, nth: uint32(len(fresh))}))
			}
		}
		old = old[n:]
	}
	s.in[slot] = fresh
}

func room(after [][]string) (n int) {
	for _, values := range after {
		n += len(values)
	}
	return n
}
