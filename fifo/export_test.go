package fifo

// Locked tells whether the queue's lock is held by somebody.
func (q *InOrder) Locked() bool {
	if q.lock.TryLock() {
		q.lock.Unlock()
		return false
	}
	return true
}

// Chunks returns how many chunks the queue keeps, the spare one included.
func (q *InOrder) Chunks() int { return q.queue.chunks() }

// Chunks returns how many chunks the queue keeps, the spare one included.
func (f *DeltaFIFO) Chunks() int { return f.queue.chunks() }

// Peak returns the size for which the map was made.
func (f *DeltaFIFO) Peak() int { return f.peak }

func (c *chunks[T]) chunks() int {
	n := 0
	for chunk := c.head; chunk != nil; chunk = chunk.next {
		n++
	}
	if c.spare != nil {
		n++
	}
	return n
}
