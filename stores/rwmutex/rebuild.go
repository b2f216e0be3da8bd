package rwmutex

import "informerbench/stores/internal/indexing"

// Here tables are made beside the one that is read. A writer does so under the
// writer mutex alone, and swaps the result in under mu.

// stow puts an object under key and leaves the indexes for later, so that no index
// function is asked about one that a later item replaces.
func (t *table) stow(key string, obj any) {
	slot, exists := t.slots[key]
	if !exists {
		slot = t.take(key)
	}
	*t.objects.at(slot) = obj
}

// indexAll fills the indexes of a new table. When an index function fails it panics, and the
// table is to be forgotten.
func (t *table) indexAll(set *indexing.Set) {
	if len(t.indexes) == 0 {
		return
	}
	for slot := range uint32(t.objects.n) {
		key, obj := *t.keys.at(slot), *t.objects.at(slot)
		for i, x := range t.indexes {
			u := underAt(set, i, key, obj)
			x.put(slot, &u)
		}
	}
}

// indexed returns a table of the same objects with indexes for those functions of
// set that t does not have. It shares the slots, the objects and the other indexes
// with t, so that one of them must be forgotten before the other is changed.
func (t *table) indexed(set *indexing.Set) *table {
	next := *t
	next.indexes = append([]*index(nil), t.indexes...)
	if len(t.indexes) == 0 {
		next.keys = t.keysBySlot()
	}
	for i := len(t.indexes); i < set.Len(); i++ {
		next.indexes = append(next.indexes, t.newIndexFor(set, i, &next.keys))
	}
	return &next
}

func (t *table) keysBySlot() (keys vector[string]) {
	keys.reserve(t.objects.n)
	for range t.objects.n {
		keys.push("")
	}
	for key, slot := range t.slots {
		*keys.at(slot) = key
	}
	return keys
}

func (t *table) newIndexFor(set *indexing.Set, i int, keys *vector[string]) *index {
	x := newIndex()
	x.places.reserve(t.objects.n)
	for slot := range uint32(t.objects.n) {
		x.places.push(place{posting: nowhere})
		if obj := *t.objects.at(slot); !isHole(obj) {
			u := underAt(set, i, *keys.at(slot), obj)
			x.put(slot, &u)
		}
	}
	return x
}

// sparseSlots is the number of slots below which a table is not worth making smaller.
const sparseSlots = 4 * chunkLen

// sparse tells that three quarters of the slots are holes. Making the table smaller then
// costs less than the deletes since it was full.
func (t *table) sparse() bool { return t.objects.n >= sparseSlots && len(t.slots) < t.objects.n/4 }

// dense returns a table of the same content without holes.
func (t *table) dense() *table {
	next := newTable(len(t.indexes), len(t.slots))
	values := make([]under, len(t.indexes))
	for key, slot := range t.slots {
		for i, x := range t.indexes {
			values[i] = x.underAt(slot)
		}
		next.put(key, *t.objects.at(slot), values)
	}
	return next
}
