package sharded

import (
	"math/bits"
	"runtime"
)

const (
	// stripesPerProc makes it unlikely that two of the running goroutines meet: a write is
	// under its lock for a third of its time, so of P busy writers one finds its lock taken
	// in about 1 of 12 cases, however many they are. Twice as many stripes halve that, and make
	// ByIndex of few objects, which visits every shard, almost twice as dear.
	stripesPerProc = 4
	minStripes     = 8
	maxStripes     = 256 // reads over all shards take every lock

	// cacheLine is twice 64 bytes, for the prefetcher of amd64 loads pairs, and
	// arm64 of Apple has lines of 128.
	cacheLine = 128
)

// stripeCount is a power of two.
func stripeCount() int {
	n := min(max(stripesPerProc*runtime.GOMAXPROCS(0), minStripes), maxStripes)
	return 1 << bits.Len(uint(n-1))
}

// stripeOf takes the highest bits of a hash; n is a power of two.
func stripeOf(hash uint64, n int) int { return int(hash >> (64 - bits.TrailingZeros(uint(n)))) }

// stripes is a set of stripe numbers, which are below maxStripes.
type stripes [maxStripes / 64]uint64

func (set *stripes) add(i int) { set[i/64] |= 1 << (i % 64) }

// all yields the numbers in ascending order, the order of locking: two transactions
// that take the same two locks the other way round would wait for each other for ever.
func (set *stripes) all(yield func(int) bool) {
	for word, rest := range set {
		for ; rest != 0; rest &= rest - 1 {
			if !yield(word*64 + bits.TrailingZeros64(rest)) {
				return
			}
		}
	}
}

// first is the lowest number in the set, which is not empty.
func (set *stripes) first() int {
	for i := range set.all {
		return i
	}
	return 0
}
