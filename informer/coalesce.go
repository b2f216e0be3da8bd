package informer

import "k8s.io/client-go/tools/cache"

// coalescingChunk is the largest chunk of a coalescing buffer. What was taken for
// delivery can no longer be merged, so the goroutine of the handler takes little.
const coalescingChunk = 64

// coalescer merges updates of one key while more than limit notifications wait. Its
// methods are called with the buffer's lock held.
type coalescer struct {
	limit int
	// merged counts the notifications that no call was made for.
	merged uint64
	// last has, for each key, the last notification that waits, wherever it is in the
	// buffer's chunks. It is nil while nothing needs to be merged: most of the time
	// a handler keeps up, and then no key is computed.
	last map[string]*notification
}

func newCoalescer(limit int) *coalescer {
	if limit <= 0 {
		return nil
	}
	return &coalescer{limit: limit}
}

// mergeIn adds the items, of which some may vanish in what waits.
func (b *buffer) mergeIn(items []notification, withResyncs bool) {
	for i, n := range items {
		if n.kind == resynced && !withResyncs {
			continue
		}
		if b.waiting >= b.merging.limit && b.merging.last == nil {
			b.merging.index(b.head, b.waiting)
		}
		if b.waiting < b.merging.limit || !b.merging.merge(n) {
			b.merging.note(n, b.append(n, len(items)-i))
		}
	}
}

// takeChunk unhooks the oldest chunk.
func (b *buffer) takeChunk() *chunk {
	c := b.head
	b.head, c.next = c.next, nil
	if b.head == nil {
		b.tail = nil
	}
	b.waiting -= len(c.items)
	b.taken = len(c.items)
	b.merging.forget(c, b.waiting)
	return c
}

func (b *buffer) largestChunk() int {
	if b.merging != nil {
		return coalescingChunk
	}
	return maxChunk
}

// coalesced is the number of notifications that were merged into others.
func (b *buffer) coalesced() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.merging == nil {
		return 0
	}
	return b.merging.merged
}

func (c *coalescer) index(from *chunk, waiting int) {
	c.last = make(map[string]*notification, waiting)
	for ; from != nil; from = from.next {
		for i := range from.items {
			c.note(from.items[i], &from.items[i])
		}
	}
}

func (c *coalescer) note(n notification, where *notification) {
	if c.last == nil {
		return
	}
	if key, ok := n.key(); ok {
		c.last[key] = where
	}
}

// merge makes the last notification of the same key say what n says, and reports
// whether it could: an update after an add or an update. Whatever else waits for that
// key comes before it, so the order per key is kept.
func (c *coalescer) merge(n notification) bool {
	if n.kind != updated && n.kind != resynced {
		return false
	}
	key, ok := n.key()
	waiting := c.last[key]
	if !ok || waiting == nil || waiting.kind == deleted {
		return false
	}
	waiting.new = n.new
	if waiting.kind == resynced {
		waiting.kind = n.kind
	}
	c.merged++
	return true
}

// forget drops what points into a chunk that was taken, and everything once the
// backlog is half gone: not at the limit itself, where a handler that just keeps up
// would have it made again and again.
func (c *coalescer) forget(taken *chunk, waiting int) {
	if c.last == nil {
		return
	}
	if waiting <= c.limit/2 {
		c.last = nil
		return
	}
	for i := range taken.items {
		if key, ok := taken.items[i].key(); ok && c.last[key] == &taken.items[i] {
			delete(c.last, key)
		}
	}
}

// key is the key of the object, if it has one.
func (n notification) key() (string, bool) {
	obj := n.new
	if n.kind == deleted {
		obj = n.old
	}
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	return key, err == nil
}
