package source

import "informerbench/workload"

// Compact forgets everything up to a version: lists and watches from older ones, and
// continue tokens of older lists, answer 410, and a watch that has not yet delivered
// what is forgotten ends with it. A version that lies ahead means the current one.
func (s *Source) Compact(version uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	version = min(version, s.version)
	for _, t := range s.tables {
		t.log.compact(version)
	}
	s.forgetPages(func(l *retainedList) bool { return l.version < version })
}

// ExpireWatches ends every open watch of a resource with a 410 in its stream.
func (s *Source) ExpireWatches(r workload.Resource) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, err := s.table(r); err == nil {
		t.expire()
	}
}

func (t *table) expire() {
	t.expiries++
	t.wake()
}
