package stores

import "runtime"

// Yield is from how many results on a read gives way once, after its result is
// complete and no lock is held, so that goroutines that wait for a processor, such
// as the writer behind many readers, get one. Inside a read it would starve the
// readers. It is a matter of Go's scheduler, not of the store: measure it apart.
type Yield int

const (
	// NeverYield lets no read give way.
	NeverYield Yield = -1
	// DefaultYield is the value that 0 stands for in the options of a variant. Shorter
	// reads take less than a tenth of a millisecond, and would give away up to a
	// hundred times as much: whoever gets the processor may keep it for 10 ms.
	DefaultYield Yield = 10_000
)

// After gives way if a read of that many results shall.
func (y Yield) After(results int) {
	if y == 0 {
		y = DefaultYield
	}
	if y > 0 && results >= int(y) {
		runtime.Gosched()
	}
}
