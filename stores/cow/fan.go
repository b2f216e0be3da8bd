package cow

import "math/bits"

// fan is an inner node of slots. Without the two masks, finding a free slot and
// walking the taken ones would have to look at every child.
type fan[T any] struct {
	edit uint64
	live uint32 // bit i: kid i exists, and something below it is taken
	full uint32 // bit i: nothing below kid i is free
	kid  [32]*T
}

// own makes the node at a place the running edit's: a new one if there is none, a
// copy if it belongs to an earlier edit, whose states readers may hold.
func own[T any](place **fan[T], edit uint64) *fan[T] {
	switch node := *place; {
	case node == nil:
		*place = &fan[T]{edit: edit}
	case node.edit != edit:
		fresh := *node
		fresh.edit = edit
		*place = &fresh
	}
	return *place
}

// ownLeaf is own for leaves. The keys stay shared until ownKeys.
func ownLeaf[V any](place **leaf[V], edit uint64) *leaf[V] {
	switch node := *place; {
	case node == nil:
		*place = &leaf[V]{edit: edit, keys: &names{edit: edit}}
	case node.edit != edit:
		fresh := *node
		fresh.edit = edit
		*place = &fresh
	}
	return *place
}

// ownKeys is for an owned leaf.
func (l *leaf[V]) ownKeys(edit uint64) *names {
	if l.keys.edit != edit {
		fresh := *l.keys
		fresh.edit = edit
		l.keys = &fresh
	}
	return l.keys
}

// roomy is the first place that is not full.
func (f *fan[T]) roomy() uint32 { return uint32(bits.TrailingZeros32(^f.full)) }

// mark notes the state of kid i in an owned node; one that is not live goes.
func (f *fan[T]) mark(i uint32, live, full bool) {
	f.live &^= 1 << i
	f.full &^= 1 << i
	if live {
		f.live |= 1 << i
	} else {
		f.kid[i] = nil
	}
	if full {
		f.full |= 1 << i
	}
}
