package informer

import "sync"

const (
	// minChunk notifications are the least chunk (16 × 40 B); one of that size is kept
	// while a buffer is idle, so that a calm handler allocates nothing.
	minChunk = 16
	// maxChunk bounds the growth of chunks, and with it the piece in which a burst's
	// memory is given back (1024 × 40 B).
	maxChunk = 1024
)

// chunk is a piece of a buffer. The buffer's owner of the moment appends to items;
// once taken, the consumer alone reads it.
type chunk struct {
	items []notification
	read  int
	next  *chunk
}

// pop returns the next item and clears its slot: what was delivered must not be kept
// alive by a batch that is still being worked on.
func (c *chunk) pop() notification {
	n := c.items[c.read]
	c.items[c.read] = notification{}
	c.read++
	return n
}

// buffer is an unbounded queue between the one producer (the informer's process
// loop) and the one consumer (the handler's goroutine). It is a list of chunks: a
// growing array would be copied as it grows, and would stay large until the last
// item of a burst has been delivered.
type buffer struct {
	// mu guards head, tail and spare. It is held for copying one batch in or
	// unhooking the list, never while a handler runs, so that the producer cannot be
	// delayed by a slow handler.
	mu         sync.Mutex
	ready      sync.Cond
	head, tail *chunk
	spare      *chunk
	// waiting counts the notifications in the list, taken those that the consumer has
	// and not yet brought back; both under mu.
	waiting, taken int
	// merging, if not nil, keeps the list short; under mu.
	merging *coalescer
	// closed is closed under mu, so that take cannot miss it between its check and
	// its wait; it is read without mu between two calls of the handler.
	closed chan struct{}
}

// newBuffer makes a buffer that coalesces beyond limit notifications; 0 never does.
func newBuffer(limit int) *buffer {
	b := &buffer{closed: make(chan struct{}), merging: newCoalescer(limit)}
	b.ready.L = &b.mu
	return b
}

// add copies the items, all or all but the resyncs, to the end. After close it does
// nothing: nobody would ever take them.
func (b *buffer) add(items []notification, withResyncs bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isClosed() {
		return
	}
	switch {
	case b.merging != nil:
		b.mergeIn(items, withResyncs)
	case withResyncs:
		b.copyIn(items)
	default:
		b.copyChanges(items)
	}
	b.ready.Signal()
}

func (b *buffer) copyIn(items []notification) {
	b.waiting += len(items)
	for len(items) > 0 {
		c := b.writable(len(items))
		n := min(len(items), cap(c.items)-len(c.items))
		c.items = append(c.items, items[:n]...)
		items = items[n:]
	}
}

func (b *buffer) copyChanges(items []notification) {
	for i, n := range items {
		if n.kind != resynced {
			b.append(n, len(items)-i)
		}
	}
}

// append puts n, the first of some to come, at the end, and returns where it is: there it
// stays until its chunk is taken.
func (b *buffer) append(n notification, toCome int) *notification {
	b.waiting++
	c := b.writable(toCome)
	c.items = append(c.items, n)
	return &c.items[len(c.items)-1]
}

// writable returns the last chunk when it has room, or a new last one that is sized
// for the n items to come.
func (b *buffer) writable(n int) *chunk {
	if b.tail != nil && len(b.tail.items) < cap(b.tail.items) {
		return b.tail
	}
	c := b.newChunk(n)
	if b.tail == nil {
		b.head = c
	} else {
		b.tail.next = c
	}
	b.tail = c
	return c
}

func (b *buffer) newChunk(n int) *chunk {
	if c := b.spare; c != nil {
		b.spare = nil
		return c
	}
	if b.tail != nil {
		n = max(n, 2*cap(b.tail.items)) // a growing backlog: fewer, larger chunks
	}
	return &chunk{items: make([]notification, 0, min(max(n, minChunk), b.largestChunk()))}
}

// take waits until there is something and returns all of it, or nil once closed; from a
// coalescing buffer it returns one chunk, since in what was taken nothing can be merged.
// What is taken is unhooked and never handed back while the consumer holds it:
// exchanging two fixed arrays instead would, when the taken one is empty, leave
// producer and consumer with the same one.
func (b *buffer) take() *chunk {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.head == nil && !b.isClosed() {
		b.trim()
		b.ready.Wait()
	}
	if b.isClosed() {
		return nil
	}
	if b.merging != nil {
		return b.takeChunk()
	}
	c := b.head
	b.head, b.tail = nil, nil
	b.taken, b.waiting = b.waiting, 0
	return c
}

// trim gives a large spare back before the consumer goes to sleep, so that after a
// burst the buffer is as small as before it.
func (b *buffer) trim() {
	if b.spare != nil && cap(b.spare.items) > minChunk {
		b.spare = nil
	}
}

// recycle takes back a chunk that is fully read, whose slots are therefore clear.
func (b *buffer) recycle(c *chunk) {
	if c.read < len(c.items) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isClosed() {
		return
	}
	b.taken -= len(c.items)
	c.items, c.read, c.next = c.items[:0], 0, nil
	b.spare = c
}

// pending is the number of notifications whose calls have not returned. It counts what
// was taken by whole chunks, so it may be too high by what was delivered of one.
func (b *buffer) pending() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.waiting + b.taken
}

// close drops what has not been taken and wakes the consumer. It may be called
// again, and from the consumer itself.
func (b *buffer) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isClosed() {
		return
	}
	close(b.closed)
	b.head, b.tail, b.spare = nil, nil, nil
	b.waiting, b.taken = 0, 0
	if b.merging != nil {
		b.merging.last = nil
	}
	b.ready.Signal()
}

func (b *buffer) isClosed() bool {
	select {
	case <-b.closed:
		return true
	default:
		return false
	}
}
