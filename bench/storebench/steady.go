package storebench

import "runtime"

// touchHeap uses all the memory that the heap may grow to before the next collection, once. In a
// program that has run for a while these pages have been used before; in a process that has just begun,
// the first use of each is a page fault, which can cost more than what is measured. That would be a fee on
// whatever allocates first, and hide what allocation costs later.
func touchHeap() {
	const block, page = 1 << 20, 4 << 10
	for before := cycles(); cycles() == before; {
		b := make([]byte, block)
		for i := 0; i < block; i += page {
			b[i] = 1
		}
		runtime.KeepAlive(b)
	}
}

// cycles is how many collections the heap has had.
func cycles() uint64 { return readMetric("/gc/cycles/total:gc-cycles").Uint64() }
