package cow

import "math/bits"

// leaves yields every leaf with the number of its first slot, in order.
func (s *slots[V]) leaves(yield func(uint32, *leaf[V]) bool) {
	for i, shelf := range s.shelves {
		if shelf == nil {
			continue
		}
		for books := shelf.live; books != 0; books &= books - 1 {
			b := bits.TrailingZeros32(books)
			if !leavesOfBook(shelf.kid[b], uint32(i)<<20|uint32(b)<<15, yield) {
				return
			}
		}
	}
}

func leavesOfBook[V any](book *book[V], first uint32, yield func(uint32, *leaf[V]) bool) bool {
	for pages := book.live; pages != 0; pages &= pages - 1 {
		p := bits.TrailingZeros32(pages)
		page := book.kid[p]
		for live := page.live; live != 0; live &= live - 1 {
			l := bits.TrailingZeros32(live)
			if !yield(first|uint32(p)<<10|uint32(l)<<5, page.kid[l]) {
				return false
			}
		}
	}
	return true
}

// all yields every taken slot with its value.
func (s *slots[V]) all(yield func(uint32, V) bool) {
	for first, leaf := range s.leaves {
		for used := leaf.used; used != 0; used &= used - 1 {
			i := uint32(bits.TrailingZeros32(used))
			if !yield(first|i, leaf.vals[i]) {
				return
			}
		}
	}
}

// list returns all values, in a slice of exactly their number.
func (s *slots[V]) list() []V {
	list := make([]V, 0, s.count)
	for _, leaf := range s.leaves {
		if leaf.used == full {
			list = append(list, leaf.vals[:]...)
			continue
		}
		for used := leaf.used; used != 0; used &= used - 1 {
			list = append(list, leaf.vals[bits.TrailingZeros32(used)])
		}
	}
	return list
}

// listKeys returns all keys, in the order of list.
func (s *slots[V]) listKeys() []string {
	list := make([]string, 0, s.count)
	for _, leaf := range s.leaves {
		for used := leaf.used; used != 0; used &= used - 1 {
			list = append(list, leaf.keys.at[bits.TrailingZeros32(used)])
		}
	}
	return list
}
