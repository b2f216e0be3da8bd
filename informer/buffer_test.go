package informer

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// These tests look inside, because what a buffer keeps cannot be seen from outside.

func numbered(from, n int) []notification {
	items := make([]notification, n)
	for i := range items {
		items[i] = notification{new: from + i, kind: updated}
	}
	return items
}

// drain takes everything there is, as the handler's goroutine does.
func drain(b *buffer) (got []int) {
	for c := b.take(); c != nil; {
		for c.read < len(c.items) {
			got = append(got, c.pop().new.(int))
		}
		next := c.next
		b.recycle(c)
		c = next
	}
	return got
}

func TestBufferKeepsOrderAndCountUnderAnyInterleaving(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	dice := rand.New(rand.NewPCG(seed, 0))
	b := newBuffer(0)
	sent, received := 0, []int(nil)
	for range 300 {
		for range 1 + dice.IntN(4) {
			n := 1 + dice.IntN(1<<dice.IntN(12))
			b.add(numbered(sent, n), true)
			sent += n
		}
		received = append(received, drain(b)...)
	}
	for i, n := range received {
		if i != n {
			t.Fatalf("item %d is number %d", i, n)
		}
	}
	if len(received) != sent {
		t.Errorf("%d of %d items", len(received), sent)
	}
}

// A chunk that is being read is not the one that is being written, whatever was in it.
func TestTakenChunksAreNeverWritten(t *testing.T) {
	b := newBuffer(0)
	b.add(numbered(0, 1), true)
	first := b.take()
	b.add(numbered(1, 1), true)
	second := b.take()
	b.recycle(&chunk{items: make([]notification, 0, minChunk)}) // empty
	b.add(numbered(2, 1), true)
	third := b.take()
	for i, c := range []*chunk{first, second, third} {
		if len(c.items) != 1 || c.pop().new != i {
			t.Errorf("chunk %d has %v", i, c.items)
		}
	}
}

func TestBufferSkipsResyncsForThoseNotDue(t *testing.T) {
	items := numbered(0, 300)
	for i := range items {
		if i%3 == 0 {
			items[i].kind = resynced
		}
	}
	b := newBuffer(0)
	b.add(items, false)
	got := drain(b)
	if len(got) != 200 || slices.ContainsFunc(got, func(n int) bool { return n%3 == 0 }) || !slices.IsSorted(got) {
		t.Errorf("got %v", got)
	}
}

// An idle buffer keeps one small chunk, and nothing in it.
func TestBufferIsSmallAfterABurst(t *testing.T) {
	b := newBuffer(0)
	for range 100 {
		b.add(numbered(0, 1000), true)
	}
	drain(b)
	b.mu.Lock()
	b.trim() // what take does before it waits
	b.mu.Unlock()
	if b.head != nil || b.tail != nil {
		t.Error("a drained buffer has chunks")
	}
	if b.spare != nil && cap(b.spare.items) > minChunk {
		t.Errorf("the spare has room for %d", cap(b.spare.items))
	}
	b.add(numbered(0, 3), true)
	drain(b)
	for _, n := range b.spare.items[:cap(b.spare.items)] {
		if n != (notification{}) {
			t.Errorf("the spare keeps %v", n)
		}
	}
}

func TestClosedBufferDropsAndNeverBlocks(t *testing.T) {
	b := newBuffer(0)
	b.add(numbered(0, 10), true)
	b.close()
	b.close()
	b.add(numbered(10, 10), true)
	if c := b.take(); c != nil || b.head != nil {
		t.Errorf("a closed buffer still has %v", c)
	}
}

// Collected batches give all their slots back.
func TestBatchResetClearsItsSlots(t *testing.T) {
	var b batch
	for _, n := range numbered(0, 10) {
		b.push(n)
	}
	b.push(notification{kind: addedInitially})
	b.push(notification{kind: resynced})
	if b.initial != 1 || b.resyncs != 1 || len(b.items) != 12 {
		t.Errorf("%d items, %d initial, %d resyncs", len(b.items), b.initial, b.resyncs)
	}
	b.reset()
	if b.initial != 0 || b.resyncs != 0 || len(b.items) != 0 {
		t.Error("not empty after reset")
	}
	for _, n := range b.items[:cap(b.items)] {
		if n != (notification{}) {
			t.Errorf("a slot keeps %v", n)
		}
	}
}
