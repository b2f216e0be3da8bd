package workload

import (
	"math/bits"
	"sort"
)

// zipfTable draws ranks 0..n-1 with probability proportional to 1/(rank+1)^s, in
// integers only (see dice), in O(log n).
type zipfTable struct{ cumulative []uint64 }

// zipfUnit is the weight of rank 0: large enough that the weight of rank 10^4
// with exponent 2 is still exact to better than 0.01%.
const zipfUnit = 1 << 44

func newZipfTable(n, exponent int) zipfTable {
	t := zipfTable{cumulative: make([]uint64, n)}
	var sum uint64
	for i := range n {
		weight := uint64(zipfUnit)
		for range exponent {
			weight /= uint64(i + 1)
		}
		sum += weight
		t.cumulative[i] = sum
	}
	return t
}

func (t zipfTable) draw(d *dice) int {
	total := t.cumulative[len(t.cumulative)-1]
	x, _ := bits.Mul64(d.pcg.Uint64(), total)
	return sort.Search(len(t.cumulative), func(i int) bool { return t.cumulative[i] > x })
}

// zipfRank draws a rank in [0, n) with probability falling as 1/(rank+1), for an
// n that changes from call to call: each octave [2^k-1, 2^(k+1)-1) of ranks is
// equally likely, and ranks within one are too. O(1), where a table would be 8
// bytes a key and a cache miss for each step of the search.
func zipfRank(d *dice, n int) int {
	octaves := bits.Len(uint(n))
	for {
		width := 1 << d.below(octaves)
		if rank := width - 1 + d.below(width); rank < n {
			return rank
		}
	}
}
