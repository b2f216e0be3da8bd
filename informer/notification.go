package informer

type notificationKind uint8

const (
	// added is an object that appeared after the first list.
	added notificationKind = iota
	// addedInitially is an object of the first list, or of the store when a handler joined.
	addedInitially
	// updated is an object whose resource version changed.
	updated
	// resynced is an update without a change: only handlers that asked get it.
	resynced
	deleted
)

// notification is one call of a handler to be made. It is a plain value in the
// buffers, so that an event costs no allocation of its own per handler.
type notification struct {
	// old is set for updated, resynced and deleted; it may be a tombstone for deleted.
	old any
	// new is set for all but deleted.
	new  any
	kind notificationKind
}

// batch is a run of notifications on its way to all handlers, with the two counts
// that every handler needs of it.
type batch struct {
	items   []notification
	initial int
	resyncs int
}

func (b *batch) push(n notification) {
	b.items = append(b.items, n)
	switch n.kind {
	case addedInitially:
		b.initial++
	case resynced:
		b.resyncs++
	}
}

// reset empties the batch and keeps its array. The slots are cleared, or they would
// keep the last delivered objects alive until the next batch comes.
func (b *batch) reset() {
	clear(b.items)
	b.items, b.initial, b.resyncs = b.items[:0], 0, 0
}
