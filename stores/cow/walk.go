package cow

import "math/bits"

// roomy is the number of the first leaf with a free place: one that hangs, or the
// next one that does not yet. Low leaves first keeps a store that has shrunk dense,
// without a list of free slots that would have to be persistent too.
func (t *tree[X]) roomy() uint32 {
	for i, shelf := range t.shelves {
		high := shelf.roomy()
		if high == fanWidth {
			continue
		}
		first := uint32(i)<<(3*fanBits) | high<<(2*fanBits)
		if shelf == nil {
			return first
		}
		return first | roomyOfBook(shelf.kid[high])
	}
	switch {
	case len(t.shelves) > 0:
		return uint32(len(t.shelves)) << (3 * fanBits)
	case t.book != nil:
		return roomyOfBook(t.book)
	default:
		return t.page.roomy()
	}
}

// roomyOfBook is beyond the book's leaves if it is full.
func roomyOfBook[X any](b *book[X]) uint32 {
	middle := b.roomy()
	if b == nil || middle == fanWidth {
		return middle << fanBits
	}
	return middle<<fanBits | b.kid[middle].roomy()
}

// leaves yields every leaf with its number, in order.
func (t *tree[X]) leaves(yield func(uint32, *X) bool) {
	for i, shelf := range t.shelves {
		if shelf == nil {
			continue
		}
		for live := shelf.live; live != 0; live &= live - 1 {
			high := uint32(bits.TrailingZeros16(live))
			if !leavesOfBook(shelf.kid[high], uint32(i)<<(3*fanBits)|high<<(2*fanBits), yield) {
				return
			}
		}
	}
	switch {
	case t.book != nil:
		leavesOfBook(t.book, 0, yield)
	case t.page != nil:
		leavesOfPage(t.page, 0, yield)
	}
}

func leavesOfBook[X any](b *book[X], first uint32, yield func(uint32, *X) bool) bool {
	for live := b.live; live != 0; live &= live - 1 {
		middle := uint32(bits.TrailingZeros16(live))
		if !leavesOfPage(b.kid[middle], first|middle<<fanBits, yield) {
			return false
		}
	}
	return true
}

func leavesOfPage[X any](p *page[X], first uint32, yield func(uint32, *X) bool) bool {
	for live := p.live; live != 0; live &= live - 1 {
		low := uint32(bits.TrailingZeros16(live))
		if !yield(first|low, p.kid[low]) {
			return false
		}
	}
	return true
}
