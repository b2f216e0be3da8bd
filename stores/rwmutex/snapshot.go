package rwmutex

import (
	"maps"
	"slices"
	"sync"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/keyorder"
)

// Snapshot copies keys, objects and postings under the read lock: O(n) time, which
// writers wait for, and about 40 bytes of memory an object. Later writes cost nothing
// more. Its first Get and its first Ascend make a map and an order of the keys,
// of O(n) memory, without a lock.
func (s *Store) Snapshot() stores.Snapshot {
	s.mu.RLock()
	defer s.mu.RUnlock()
	t := s.table
	copied := &snapshot{
		set: s.set, rv: s.rv, live: len(t.slots),
		objects: t.objects.appendTo(make([]any, 0, t.objects.n)),
		keys:    t.copyKeys(),
		indexes: make([]frozen, len(t.indexes)),
	}
	for i, x := range t.indexes {
		copied.indexes[i] = x.freeze(len(t.slots))
	}
	copied.slots = sync.OnceValue(copied.slotsByKey)
	copied.sorted = sync.OnceValue(copied.sortedKeys)
	return copied
}

// snapshot is a copy of a table. It never changes, so it needs no lock.
type snapshot struct {
	set     *indexing.Set
	rv      string
	live    int
	objects []any    // by slot; hole{} where none is
	keys    []string // by slot
	indexes []frozen

	slots  func() map[string]uint32 // made when first asked for
	sorted func() []string          // likewise
}

// frozen is a copy of an index.
type frozen struct {
	spans map[string]span // of each value
	slots []uint32        // of all values
}

// span is the part of frozen.slots of one value.
type span struct{ from, to uint32 }

func (x *index) freeze(n int) frozen {
	f := frozen{make(map[string]span, len(x.numbers)), make([]uint32, 0, n)}
	for value, number := range x.numbers {
		from := len(f.slots)
		f.slots = append(f.slots, x.postings.at(number).slots...)
		f.spans[value] = span{uint32(from), uint32(len(f.slots))}
	}
	return f
}

func (f *frozen) slotsOf(value string) []uint32 {
	s := f.spans[value]
	return f.slots[s.from:s.to]
}

func (t *table) copyKeys() []string {
	if len(t.indexes) > 0 {
		return t.keys.appendTo(make([]string, 0, t.keys.n))
	}
	keys := make([]string, t.objects.n)
	for key, slot := range t.slots {
		keys[slot] = key
	}
	return keys
}

func (s *snapshot) slotsByKey() map[string]uint32 {
	slots := make(map[string]uint32, s.live)
	for slot, key := range s.keys {
		if !isHole(s.objects[slot]) {
			slots[key] = uint32(slot)
		}
	}
	return slots
}

func (s *snapshot) sortedKeys() []string {
	keys := s.ListKeys()
	keyorder.Sort(keys)
	return keys
}

// Close lets go of everything.
func (s *snapshot) Close() { *s = snapshot{} }

func (s *snapshot) Len() int { return s.live }

func (s *snapshot) ResourceVersion() string { return s.rv }

func (s *snapshot) Get(key string) (item any, exists bool) {
	slot, exists := s.slots()[key]
	if !exists {
		return nil, false
	}
	return s.objects[slot], true
}

func (s *snapshot) ListIndexFuncValues(indexName string) []string {
	i, err := s.set.Find(indexName)
	if err != nil {
		return []string{}
	}
	return slices.AppendSeq(make([]string, 0, len(s.indexes[i].spans)), maps.Keys(s.indexes[i].spans))
}
