package workload

import (
	"math"
	"math/big"
	"math/bits"
)

// skewUnit is the weight of rank 0, small enough that the weights of MaxObjects ranks that are all
// alike add up to less than 2^64.
const skewUnit = 40

// newSkewTable is newZipfTable for any exponent, rounded to hundredths. It uses integers only (see
// dice): the same seed must give the same bytes on every architecture, and Go's
// math.Pow need not. O(n), about 100 ns a rank.
func newSkewTable(n int, exponent float64) zipfTable {
	hundredths := uint64(math.Round(exponent * 100))
	halvings := newHalvings()
	t := zipfTable{cumulative: make([]uint64, n)}
	var sum uint64
	for i := range n {
		sum += halvings.power(hundredths*log2(uint64(i+1))/100) >> (64 - skewUnit)
		sum += 1 // the farthest ranks are rare, not impossible
		t.cumulative[i] = sum
	}
	return t
}

// log2 is the binary logarithm of x > 0 with 32 bits behind the point: the mantissa is squared
// again and again, and each time that it passes 2 there is a bit. (Knuth, The Art of
// Computer Programming 1, section 1.2.2, exercise 25 is of this family.)
func log2(x uint64) uint64 {
	whole := bits.Len64(x) - 1
	m := x << (63 - whole) // in [1, 2), with 63 bits behind the point
	result := uint64(whole) << 32
	for bit := uint64(1) << 31; bit > 0; bit >>= 1 {
		hi, lo := bits.Mul64(m, m)
		if hi>>63 == 1 {
			m = hi
			result |= bit
			continue
		}
		m = hi<<1 | lo>>63
	}
	return result
}

// halvings are 2^-1/2, 2^-1/4, 2^-1/8, …, in parts of 2^64.
type halvings [32]uint64

func newHalvings() *halvings {
	var h halvings
	root := new(big.Int).Lsh(big.NewInt(1), 63) // a half
	for i := range h {
		root.Sqrt(root.Lsh(root, 64))
		h[i] = root.Uint64()
	}
	return &h
}

// power is 2^-x in parts of 2^64, for x with 32 bits behind the point.
func (h *halvings) power(x uint64) uint64 {
	result := uint64(math.MaxUint64)
	for i, root := range h {
		if x>>(31-i)&1 == 1 {
			result, _ = bits.Mul64(result, root)
		}
	}
	return result >> min(x>>32, 63)
}

// ranks draws ranks below a number that changes from call to call.
type ranks struct {
	table zipfTable
	plain bool // all alike
}

// newRanks draws from at most n ranks.
func newRanks(n int, exponent float64) *ranks {
	if math.Round(exponent*100) == 0 {
		return &ranks{plain: true}
	}
	return &ranks{table: newSkewTable(n, exponent)}
}

func (r *ranks) below(d *dice, n int) int {
	if r.plain {
		return d.below(n)
	}
	for {
		if rank := r.table.draw(d); rank < n {
			return rank
		}
	}
}
