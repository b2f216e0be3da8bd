package mvcc

import (
	"slices"
	"testing"
)

// A renewed chunk has what is live as it was; the dead slots are blank; and the old chunk
// does not change, whatever is written to the new one.
func TestRenewedChunk(t *testing.T) {
	old := &chunk{typ: split(newPod("1")).typ}
	objects := []any{newPod("1"), newPod("2"), "text", nil}
	for i, obj := range objects {
		old.entries[i].key = string(rune('a' + i))
		old.store(i, split(obj), uint64(10+i))
	}
	old.store(1, missing, 20)
	fresh := old.renewed(1<<1, 30)
	check := func(c *chunk, offset int, key string, want words, seq uint64) {
		t.Helper()
		w, s := c.load(offset)
		if c.entries[offset].key != key || s != seq || w.data != want.data || w.exists() && w.typ != want.typ {
			t.Errorf("slot %d: key %q, %v at %d; want %q, %v at %d", offset, c.entries[offset].key, w.join(), s, key, want.join(), seq)
		}
	}
	for _, offset := range []int{0, 2, 3} {
		check(fresh, offset, string(rune('a'+offset)), split(objects[offset]), uint64(10+offset))
	}
	check(fresh, 1, "", missing, 30) // its birth
	check(fresh, 9, "", missing, 0)
	if fresh.birth != 30 {
		t.Errorf("born at %d", fresh.birth)
	}
	fresh.entries[1].key = "new"
	for i := range 4 {
		fresh.store(i, split(&node{}), 40)
	}
	check(old, 1, "b", missing, 20)
	for _, offset := range []int{0, 2, 3} {
		check(old, offset, string(rune('a'+offset)), split(objects[offset]), uint64(10+offset))
	}
}

// A chunk has types only once its objects are of several, and each object its own.
func TestChunkTypes(t *testing.T) {
	c := &chunk{typ: split(newPod("1")).typ}
	for i := range 5 {
		c.store(i, split(newPod("1")), 1)
	}
	c.store(4, missing, 2)
	if c.types.Load() != nil {
		t.Error("objects of one type: the chunk has types")
	}
	c.store(2, split("text"), 3)
	var got []any
	for i := range 4 {
		w, _ := c.load(i)
		got = append(got, w.join())
	}
	if _, isPod := got[0].(*pod); !isPod || got[2] != "text" || slices.Contains(got, nil) {
		t.Errorf("objects %v", got)
	}
}

// Pitfall: sequence and object. Whoever sees the object of a write sees its sequence, for
// the writer stores the sequence first, and the reader loads it last. The object is the
// number of its write here, of one of two types by turns.
func TestObjectIsNeverSeenBeforeItsSequence(t *testing.T) {
	type odd uint64
	c := &chunk{typ: split(uint64(0)).typ}
	c.store(0, split(uint64(2)), 2)
	number := uint64(2)
	values := make([]any, 4000) // made before, so that the loop has little but the stores
	failed := besideWriter(50, func(int) {
		for i := range values {
			if n := number + uint64(i) + 1; n%2 == 1 {
				values[i] = odd(n)
			} else {
				values[i] = n
			}
		}
		for i := range values {
			number++
			c.store(0, split(values[i]), number)
		}
	}, func() bool {
		for range 200 {
			w, seq := c.load(0)
			if *(*uint64)(w.data) > seq {
				return false
			}
			if *(*uint64)(w.data) == seq && w.typ != split(odd(0)).typ && seq%2 == 1 {
				return false // the type of another write
			}
		}
		return true
	})
	if failed {
		t.Error("a reader saw an object whose sequence he did not see")
	}
}
