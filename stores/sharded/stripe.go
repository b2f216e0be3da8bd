package sharded

import (
	"math/bits"
	"runtime"
	"sync"
	"unsafe"
)

const (
	// stripesPerProc makes it unlikely that two of the running goroutines meet.
	stripesPerProc = 8
	minStripes     = 16
	maxStripes     = 256 // reads over all shards take every lock

	// cacheLine is twice 64 bytes, for the prefetcher of amd64 loads pairs, and
	// arm64 of Apple has lines of 128.
	cacheLine = 128
)

// stripe is a lock in a cache line of its own: next to each other, two locks would
// slow each other down as if they were one.
type stripe struct {
	sync.RWMutex
	_ [cacheLine - unsafe.Sizeof(sync.RWMutex{})%cacheLine]byte
}

// stripeCount is a power of two.
func stripeCount() int {
	n := min(max(stripesPerProc*runtime.GOMAXPROCS(0), minStripes), maxStripes)
	return 1 << bits.Len(uint(n-1))
}

const stripeSize = unsafe.Sizeof(stripe{})

// stripes is a set of stripe numbers, which are below maxStripes.
type stripes [maxStripes / 64]uint64

func (set *stripes) add(i int) { set[i/64] |= 1 << (i % 64) }

// all yields the numbers in ascending order, the order of locking.
func (set *stripes) all(yield func(int) bool) {
	for word, rest := range set {
		for ; rest != 0; rest &= rest - 1 {
			if !yield(word*64 + bits.TrailingZeros64(rest)) {
				return
			}
		}
	}
}

// lock takes the locks of the set for writing. Always in ascending order: two
// transactions that take the same two locks the other way round would wait for each
// other for ever.
func (set *stripes) lock(locks []stripe) {
	for i := range set.all {
		locks[i].Lock()
	}
}

func (set *stripes) unlock(locks []stripe) {
	for i := range set.all {
		locks[i].Unlock()
	}
}

// resourceVersion is a string with a lock. An atomic pointer would cost every write
// an allocation. Writers set it after their objects, and while they hold the locks
// of these: whoever reads a version finds what it stands for.
type resourceVersion struct {
	mu sync.Mutex
	rv string
}

func (v *resourceVersion) set(rv string) {
	v.mu.Lock()
	v.rv = rv
	v.mu.Unlock()
}

func (v *resourceVersion) get() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.rv
}
