package compactbench

import (
	"fmt"

	"informerbench/reflectorbench"
)

// objectBytes is about what an object takes in memory with all that belongs to it, rather too much, when most of it is needed.
func (k Kept) objectBytes() int64 {
	switch k {
	case Plain:
		return 20_000
	case Intern, Strip:
		return 18_000
	case Packed, PackedEncoded:
		return 4_000
	}
	return 10_000
}

// need is the memory of a process that measures the job. The collector lets the heap grow by its percentage.
func (r *Run) need(j job) int64 {
	gogc := 100
	if j.part == Memory {
		gogc = max(r.MemoryGOGC, checkGOGC)
	}
	return int64(j.pods) * j.subject.Kept.objectBytes() * int64(100+gogc) / 100
}

// tooLarge tells whether a job needs more memory than the machine has left beside the server, and says so once. Everything that fits
// is measured, so of more pods than client-go's informer has memory for there are values, and no ratios.
func (r *Run) tooLarge(j job) bool {
	have := r.available()
	if have <= 0 || r.need(j) <= have {
		return false
	}
	if !r.told[j.Kind()] {
		r.told[j.Kind()] = true
		fmt.Fprintf(r.Stderr, "left out: %s needs about %d MB of memory, and %d MB are available: take fewer pods\n",
			j.Kind(), r.need(j)>>20, have>>20)
	}
	return true
}

func (r *Run) available() int64 {
	if r.memory != nil {
		return r.memory()
	}
	return reflectorbench.AvailableMemory()
}
