package packed

import (
	"sync/atomic"
	"unsafe"
)

// tallyParts is how many goroutines count at once with little chance that two of them meet.
const tallyParts = 16

// tally is a counter that many goroutines add to, each where few others do: a single one would
// be a line of memory for which all readers of hot objects wait.
type tally [tallyParts]struct {
	n atomic.Int64
	_ [120]byte // two lines, for processors fetch them in pairs
}

// add takes the part that belongs to the goroutine's stack. Which one that is matters to speed only.
func (t *tally) add() {
	var here byte
	stack := uint64(uintptr(unsafe.Pointer(&here))) >> 11 // the least that a stack has
	t[stack*0x9e3779b97f4a7c15>>60].n.Add(1)
}

func (t *tally) sum() (total int64) {
	for i := range t {
		total += t[i].n.Load()
	}
	return total
}
