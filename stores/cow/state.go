package cow

import "informerbench/stores/internal/indexing"

// state is everything a reader can ask for, at one instant. Once published it never
// changes.
type state struct {
	hash    hasher
	set     *indexing.Set
	items   table[any]
	indexes []*index // by position in set; a pointer, for most writes change few or none
	version string
}

// draft is the next state while a write works on it. Only the holder of the store's
// writer lock has one, and nobody else sees it before it is published; a write that
// panics just forgets it.
type draft struct {
	*state
	edit       uint64
	ownIndexes bool // the array of indexes is this edit's
}

// index returns an index for writing. Most writes (a status update) change none, so
// the array and the headers are copied only now.
func (d *draft) index(i int) *index {
	if !d.ownIndexes {
		d.indexes, d.ownIndexes = append(make([]*index, 0, len(d.indexes)), d.indexes...), true
	}
	if d.indexes[i].edit != d.edit {
		fresh := *d.indexes[i]
		fresh.edit = d.edit
		d.indexes[i] = &fresh
	}
	return d.indexes[i]
}

// clear empties the draft, for a new content of n objects.
func (d *draft) clear(n int) {
	d.items = table[any]{}
	d.items.reserve(n, d.edit)
	d.indexes, d.ownIndexes = emptyIndexes(d.set.Len(), d.edit), true
}

func emptyIndexes(n int, edit uint64) []*index {
	indexes := make([]*index, n)
	for i := range indexes {
		indexes[i] = &index{edit: edit}
	}
	return indexes
}

// put stores one object.
func (d *draft) put(key string, obj any) {
	tag := d.hash.tag(key)
	slot, exists := d.items.find(key, tag)
	var old any
	if exists {
		old = d.items.value(slot)
	}
	var room [stackIndexes]move
	moves := d.moves(key, old, obj, room[:0])
	if exists {
		*d.items.edited(slot, d.edit) = obj
	} else {
		slot = d.items.insert(key, tag, obj, d.edit)
	}
	d.move(slot, moves)
}

// remove takes one object out, if it is there.
func (d *draft) remove(key string) (removed bool) {
	tag := d.hash.tag(key)
	slot, exists := d.items.find(key, tag)
	if !exists {
		return false
	}
	var room [stackIndexes]move
	moves := d.moves(key, d.items.value(slot), nil, room[:0])
	d.items.remove(slot, tag, d.edit)
	d.move(slot, moves)
	return true
}
