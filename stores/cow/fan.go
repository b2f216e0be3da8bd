package cow

import "math/bits"

const (
	fanBits = 4
	// fanWidth is how many children a node has. A write copies one node a level, so
	// narrow nodes are cheap to copy and wide ones make few levels. With 16 a node
	// takes 144 bytes, a little over two cache lines.
	fanWidth = 1 << fanBits
	fanMask  = fanWidth - 1
	// fanFull marks a node without a free place below it.
	fanFull = 1<<fanWidth - 1
)

// fan is an inner node of a tree. Without the two masks, finding a free slot and
// walking the taken ones would have to look at every child.
type fan[T any] struct {
	edit uint64
	live uint16 // bit i: kid i exists, and something below it is taken
	full uint16 // bit i: nothing below kid i is free
	kid  [fanWidth]*T
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

// roomy is the first place that is not full, fanWidth if all are. The nil node has room.
func (f *fan[T]) roomy() uint32 {
	if f == nil {
		return 0
	}
	return uint32(bits.TrailingZeros16(^f.full))
}

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
