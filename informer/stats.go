package informer

import (
	"informerbench/reflector"
	"informerbench/stores"
)

// Stats counts what happened since the start. A run that lost nothing has no
// process errors, and no skipped or failed objects in the reflector's part.
type Stats struct {
	// ProcessErrors is the number of batches or items whose processing returned an error,
	// or panicked where panics do not end the process.
	ProcessErrors uint64
	// Reflector has the reflector's counters.
	Reflector reflector.Stats
}

// Stats may be called at any time and from any goroutine; before Run it is zero.
func (c *Controller) Stats() Stats {
	s := Stats{ProcessErrors: c.processErrors.Load()}
	if r := c.reflector.Load(); r != nil {
		s.Reflector = r.Stats()
	}
	return s
}

// Objects counts the objects in the store. It takes time proportional to their number,
// and over client-go's store also memory for a list of the keys.
func (s *SharedInformer) Objects() int {
	bulk, ok := s.store.(stores.BulkReader)
	if !ok {
		return len(s.store.ListKeys())
	}
	n := 0
	for range bulk.All() {
		n++
	}
	return n
}

// Stats has the counters of the informer's controller; before Run it is zero.
func (s *SharedInformer) Stats() Stats {
	if c := s.runningController(); c != nil {
		return c.Stats()
	}
	return Stats{}
}
