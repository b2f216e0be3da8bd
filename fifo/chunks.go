package fifo

// chunkSize is the number of elements allocated at once. It trades the waste of
// a nearly empty queue against one allocation in chunkSize pushes.
const chunkSize = 128

// chunks is a first-in-first-out list in chunks of fixed size. A popped slot is
// zeroed at once and an emptied chunk is dropped, so that neither popped elements
// nor the memory of a burst stay alive (kubernetes/kubernetes#105031). One emptied
// chunk is kept for the next push, or a queue that swings around empty would
// allocate a chunk for each element. It is not safe for concurrent use.
type chunks[T any] struct {
	head, tail *chunk[T]
	spare      *chunk[T]
	length     int
}

// chunk holds its elements in slots[first:last].
type chunk[T any] struct {
	slots       [chunkSize]T
	first, last int
	next        *chunk[T]
}

func (c *chunks[T]) len() int { return c.length }

// push appends v.
func (c *chunks[T]) push(v T) {
	if c.tail == nil || c.tail.last == chunkSize {
		c.extend()
	}
	c.tail.slots[c.tail.last] = v
	c.tail.last++
	c.length++
}

func (c *chunks[T]) extend() {
	fresh := c.take()
	if c.tail == nil {
		c.head = fresh
	} else {
		c.tail.next = fresh
	}
	c.tail = fresh
}

// pushFront puts v before all others.
func (c *chunks[T]) pushFront(v T) {
	if c.head == nil || c.head.first == 0 {
		fresh := c.take()
		fresh.first, fresh.last = chunkSize, chunkSize
		fresh.next = c.head
		c.head = fresh
		if c.tail == nil {
			c.tail = fresh
		}
	}
	c.head.first--
	c.head.slots[c.head.first] = v
	c.length++
}

func (c *chunks[T]) take() *chunk[T] {
	if fresh := c.spare; fresh != nil {
		c.spare = nil
		return fresh
	}
	return new(chunk[T])
}

// peek returns the first element in place. The list must not be empty.
func (c *chunks[T]) peek() *T { return &c.head.slots[c.head.first] }

// pop removes and returns the first element. The list must not be empty.
func (c *chunks[T]) pop() T {
	slot := c.peek()
	v := *slot
	var zero T
	*slot = zero
	c.head.first++
	c.length--
	if c.head.first == c.head.last {
		c.dropHead()
	}
	return v
}

func (c *chunks[T]) dropHead() {
	empty := c.head
	c.head = empty.next
	if c.head == nil {
		c.tail = nil
	}
	empty.first, empty.last, empty.next = 0, 0, nil
	c.spare = empty
}
