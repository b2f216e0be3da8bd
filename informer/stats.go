package informer

import "informerbench/reflector"

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

// Stats has the counters of the informer's controller; before Run it is zero.
func (s *SharedInformer) Stats() Stats {
	if c := s.runningController(); c != nil {
		return c.Stats()
	}
	return Stats{}
}
