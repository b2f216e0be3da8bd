package sharded

import "sync/atomic"

// shrinkMin is the capacity from which giving memory back is worth it. It is small, since with
// many processors there are many shards, of which each has little.
const shrinkMin = 64

// column is one thing of each slot of a shard. It is guarded by the shard's lock,
// except that a reader who has pinned it goes on with its list after the lock.
type column[T any] struct {
	list []T
	// pins counts the readers of list who hold no lock. Each list has a counter of its
	// own, so that one that is replaced takes its readers with it. It is raised only
	// under the shard's lock, for reading; so a writer that holds the lock and finds 0
	// is alone. It is lowered at any time: what the reader did with the list happened
	// before, so a writer that finds 0 does not overwrite what is being read.
	pins *atomic.Int32
}

func newColumn[T any](capacity int) column[T] {
	return column[T]{list: make([]T, 0, capacity), pins: new(atomic.Int32)}
}

// pin returns the column as it is now, to be read without a lock until unpin. The
// caller holds the shard's lock for reading.
func (c *column[T]) pin() column[T] {
	c.pins.Add(1)
	return *c
}

func (c *column[T]) unpin() { c.pins.Add(-1) }

// own copies the list if somebody else reads it. It comes before every change of what
// is in the list. Appending needs none: nobody reads beyond the length that he pinned.
func (c *column[T]) own() {
	if c.pins.Load() > 0 {
		*c = c.clone()
	}
}

func (c *column[T]) clone() column[T] {
	return column[T]{list: append(make([]T, 0, len(c.list)+len(c.list)/8+1), c.list...), pins: new(atomic.Int32)}
}

// remove drops the element at slot and puts the last one in its place. The caller
// has called own.
func (c *column[T]) remove(slot uint32) {
	c.list[slot] = c.list[len(c.list)-1]
	c.list = dropLast(c.list)
}

// dropLast shortens a list by one, and gives memory back when three quarters are
// free.
func dropLast[T any](list []T) []T {
	last := len(list) - 1
	clear(list[last:]) // else an object would live on behind the end
	if cap(list) >= shrinkMin && last <= cap(list)/4 {
		return append(make([]T, 0, last+last/4), list[:last]...)
	}
	return list[:last]
}
