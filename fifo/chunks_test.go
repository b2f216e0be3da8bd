package fifo

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// check walks the list and returns its elements, after holding it to its
// invariants: no chunk empty, the slots outside of a chunk's range zero, the
// tail last, the length right.
func (c *chunks[T]) check(t *rapid.T, isZero func(T) bool) []T {
	var all []T
	for chunk := c.head; chunk != nil; chunk = chunk.next {
		if chunk.first >= chunk.last {
			t.Fatalf("chunk with range [%d:%d]", chunk.first, chunk.last)
		}
		for i, v := range chunk.slots {
			if (i < chunk.first || i >= chunk.last) && !isZero(v) {
				t.Fatalf("slot %d is outside [%d:%d] and holds something", i, chunk.first, chunk.last)
			}
		}
		if chunk.next == nil && chunk != c.tail {
			t.Fatal("the last chunk is not the tail")
		}
		all = append(all, chunk.slots[chunk.first:chunk.last]...)
	}
	if c.head == nil && c.tail != nil {
		t.Fatal("a tail without a head")
	}
	if c.spare != nil && (c.spare.next != nil || !isZero(c.spare.slots[0])) {
		t.Fatal("the spare chunk is not clean")
	}
	if len(all) != c.len() {
		t.Fatalf("length is %d, elements %d", c.len(), len(all))
	}
	return all
}

func TestChunksAreASlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list chunks[*int]
		var model []*int
		next := 0
		many := rapid.IntRange(1, 3*chunkSize)
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				for range many.Draw(t, "n") {
					next++
					v := next
					list.push(&v)
					model = append(model, &v)
				}
			},
			"pushFront": func(t *rapid.T) {
				for range many.Draw(t, "n") {
					next++
					v := next
					list.pushFront(&v)
					model = slices.Insert(model, 0, &v)
				}
			},
			"pop": func(t *rapid.T) {
				for range min(many.Draw(t, "n"), len(model)) {
					if got := *list.peek(); got != model[0] {
						t.Fatalf("peek is %v, want %v", got, model[0])
					}
					if got := list.pop(); got != model[0] {
						t.Fatalf("pop is %v, want %v", got, model[0])
					}
					model = model[1:]
				}
			},
			"": func(t *rapid.T) {
				if !slices.Equal(list.check(t, func(v *int) bool { return v == nil }), model) {
					t.Fatal("the elements are others")
				}
			},
		})
	})
}

func TestChunksOfASteadyQueueAllocateNothing(t *testing.T) {
	var list chunks[int]
	list.push(0)
	allocations := testing.AllocsPerRun(10*chunkSize, func() {
		list.push(1)
		list.pop()
	})
	if allocations != 0 {
		t.Errorf("%v allocations for a push and a pop", allocations)
	}
}
