package keyorder

import (
	"math/bits"
	"slices"
	"strings"
)

// insertionLimit is the number of entries up to which insertion beats counting.
const insertionLimit = 40

type sorter struct{ keys []string }

// radix sorts entries whose keys agree before depth.
func (s sorter) radix(entries []entry, depth int) {
	if len(entries) <= insertionLimit {
		s.insert(entries, depth)
		return
	}
	if differing := differences(entries); differing == 0 {
		s.next(entries, depth)
	} else {
		s.distribute(entries, depth, uint(bits.Len64(differing)-1)&^7)
	}
}

// differences has a bit set where not all heads are the same.
func differences(entries []entry) uint64 {
	first, differing := entries[0].head, uint64(0)
	for _, e := range entries {
		differing |= e.head ^ first
	}
	return differing
}

// distribute sorts entries by the byte at shift of their heads, above which the heads are
// equal, and then each part with one such byte by what follows. Each swap puts one
// entry into its part for good.
func (s sorter) distribute(entries []entry, depth int, shift uint) {
	var ends, next [256]uint32
	low, high := byte(255), byte(0)
	for _, e := range entries {
		digit := byte(e.head >> shift)
		ends[digit]++
		low, high = min(low, digit), max(high, digit)
	}
	sum := uint32(0)
	for d := int(low); d <= int(high); d++ { // names use few of the 256
		next[d] = sum
		sum += ends[d]
		ends[d] = sum
	}
	start := uint32(0)
	for d := int(low); d <= int(high); d++ {
		collect(entries, byte(d), shift, &next, ends[d])
		if end := ends[d]; end-start > 1 {
			s.radix(entries[start:end], depth)
		}
		start = ends[d]
	}
}

// collect fills the part of one digit, which ends before end, and puts whatever was in its way
// to where that belongs. next says where each part goes on.
func collect(entries []entry, digit byte, shift uint, next *[256]uint32, end uint32) {
	for at := next[digit]; at < end; at++ {
		e := entries[at]
		for d := byte(e.head >> shift); d != digit; d = byte(e.head >> shift) {
			e, entries[next[d]] = entries[next[d]], e
			next[d]++
		}
		entries[at] = e
	}
}

// insert sorts few entries, whose keys agree before depth: by their heads, and then
// those with equal heads by the next ones.
func (s sorter) insert(entries []entry, depth int) {
	for i := 1; i < len(entries); i++ {
		e := entries[i]
		j := i
		for ; j > 0 && e.head < entries[j-1].head; j-- {
			entries[j] = entries[j-1]
		}
		entries[j] = e
	}
	start := 0
	for i := 1; i <= len(entries); i++ {
		if i < len(entries) && entries[i].head == entries[start].head {
			continue
		}
		if i-start > 1 {
			s.next(entries[start:i], depth)
		}
		start = i
	}
}

// next sorts entries with equal heads by what follows, if anything does.
func (s sorter) next(entries []entry, depth int) {
	differing := uint64(0)
	for differing == 0 {
		if entries[0].head&0xff != goesOn {
			return // the keys are equal
		}
		depth += headBytes
		if depth > manyBytes {
			s.compare(entries, depth)
			return
		}
		first := headAt(s.keys[entries[0].index], depth)
		for i := range entries {
			head := headAt(s.keys[entries[i].index], depth)
			entries[i].head = head
			differing |= head ^ first
		}
	}
	if len(entries) <= insertionLimit {
		s.insert(entries, depth)
	} else {
		s.distribute(entries, depth, uint(bits.Len64(differing)-1)&^7)
	}
}

// compare sorts entries whose keys agree before depth by what follows.
func (s sorter) compare(entries []entry, depth int) {
	slices.SortFunc(entries, func(a, b entry) int {
		return strings.Compare(s.keys[a.index][depth:], s.keys[b.index][depth:])
	})
}
