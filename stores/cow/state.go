package cow

import (
	"slices"

	"informerbench/stores/internal/indexing"
)

// state is everything a reader can ask for, at one instant. Once published it never
// changes.
type state struct {
	set     *indexing.Set
	items   table[any]
	indexes []index // by position in set
	version string
}

// draft is the next state while a write works on it. Only the holder of the store's
// writer lock has one, and nobody else sees it before it is published; a write that
// panics just forgets it.
type draft struct {
	*state
	edit       uint64
	hash       hasher
	ownIndexes bool
}

// index returns an index for writing. Most writes (a status update) change none, so
// the headers are copied only now.
func (d *draft) index(i int) *index {
	if !d.ownIndexes {
		d.indexes, d.ownIndexes = slices.Clone(d.indexes), true
	}
	return &d.indexes[i]
}

// stackIndexes is the number of indexes up to which a write finds room for their
// values on its stack.
const stackIndexes = 8

// put stores one object.
func (d *draft) put(key string, obj any) {
	tag := d.hash.tag(key)
	slot, exists := d.items.find(key, tag)
	var old any
	if exists {
		old = d.items.value(slot)
	}
	var oldValues, newValues [stackIndexes][]string
	before := d.set.Values(key, old, oldValues[:0])
	after := d.set.Values(key, obj, newValues[:0])
	if exists {
		*d.items.edited(slot, d.edit) = obj
	} else {
		slot = d.items.insert(key, tag, obj, d.edit)
	}
	d.move(slot, before, after)
}

// remove takes one object out, if it is there.
func (d *draft) remove(key string) (removed bool) {
	tag := d.hash.tag(key)
	slot, exists := d.items.find(key, tag)
	if !exists {
		return false
	}
	var oldValues [stackIndexes][]string
	before := d.set.Values(key, d.items.value(slot), oldValues[:0])
	d.items.remove(slot, tag, d.edit)
	d.move(slot, before, nil)
	return true
}

// move takes a slot from the postings of the values that only the old object has to
// those that only the new one has; after may be nil for no values at all.
func (d *draft) move(slot uint32, before, after [][]string) {
	for i, old := range before {
		var now []string
		if after != nil {
			now = after[i]
		}
		gone, come := indexing.Changes(old, now)
		for _, value := range gone {
			leave(d.index(i), value, d.hash.tag(value), slot, d.edit)
		}
		for _, value := range come {
			join(d.index(i), value, d.hash.tag(value), slot, d.edit)
		}
	}
}
