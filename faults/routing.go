package faults

import (
	"maps"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// route returns the server that answers a request. Whoever asks for no version is
// served the newest state, as API servers do.
func (s *storage) route(q request) *replica {
	s.mu.Lock()
	defer s.mu.Unlock()
	newest := q.version == "" && q.target != OnWatch
	if s.behind != nil && time.Now().Before(s.lagsTo) && !newest {
		return s.behind
	}
	return s.main
}

// lost tells whether a request builds on a version that was taken back, and whether that
// still lies ahead of the server. A plain list does not build on it.
func (s *storage) lost(q request, r *replica) (lost, ahead bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := q.builtOn()
	return v != 0 && s.truth.isLost(v), v > r.source.Version()
}

// state returns the objects at a version.
func (s *storage) state(version uint64) map[string]*corev1.ConfigMap {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.truth.at(version)
}

// now returns the present objects.
func (s *storage) now() map[string]*corev1.ConfigMap {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.objects)
}

// writes returns the versions of all writes, by key.
func (s *storage) writes() map[string][]uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string][]uint64{}
	for _, e := range s.truth.entries {
		all[e.key] = append(all[e.key], e.version)
	}
	return all
}
