package sharded

import (
	"slices"

	"informerbench/stores"
)

// gather appends to into what pick takes of the slots under one value of index i, from
// all shards in one state. It releases each lock as soon as it has read that shard.
func gather[T any](s *Store, i int, value string, into []T, pick func([]T, *shard, []uint32) []T) []T {
	hash := hashOf(value)
	total := 0
	var few [16][]uint32 // on the stack, if that suffices
	found := few[:0]
	for n := range s.locked {
		l := &s.locked[n]
		l.RLock()
		found = append(found, l.parts[i].under(hash, value))
		total += len(found[n])
	}
	if total > many {
		return gatherPinned(s, found, total, into, pick)
	}
	into = slices.Grow(into, total)
	for n := range s.locked {
		l := &s.locked[n]
		into = pick(into, &l.shard, found[n])
		l.RUnlock()
	}
	return into
}

// many is from how many objects on copying them takes longer than a write may wait.
const many = 2000

// gatherPinned releases all locks, which gather has taken, before it touches an object: it
// takes along the slots, which are 4 bytes each, and pins what they are slots of.
func gatherPinned[T any](s *Store, found [][]uint32, total int, into []T, pick func([]T, *shard, []uint32) []T) []T {
	slots := make([]uint32, 0, total)
	shards := make([]shard, len(found))
	for n := range found {
		l := &s.locked[n]
		slots = append(slots, found[n]...)
		shards[n] = l.pinLists()
		l.RUnlock()
	}
	into = slices.Grow(into, total)
	for n := range shards {
		into = pick(into, &shards[n], slots[:len(found[n])])
		slots = slots[len(found[n]):]
		shards[n].unpinLists()
	}
	return into
}

func pickObjects(into []any, s *shard, slots []uint32) []any {
	for _, slot := range slots {
		into = append(into, s.objs.list[slot])
	}
	return into
}

func pickKeys(into []string, s *shard, slots []uint32) []string {
	for _, slot := range slots {
		into = append(into, s.keys.list[slot])
	}
	return into
}

func pickItems(into []stores.Item, s *shard, slots []uint32) []stores.Item {
	for _, slot := range slots {
		into = append(into, stores.Item{Key: s.keys.list[slot], Object: s.objs.list[slot]})
	}
	return into
}
