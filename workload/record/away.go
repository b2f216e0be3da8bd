package record

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"informerbench/workload"
)

// Away says what the server does not give, though it is asked again and again.
type Away struct {
	// Resources are those of which the last list or watch failed, in order of their names.
	Resources []workload.Resource
	// Since is when the first of them was last watched, or began to fail if it had never been.
	Since time.Time
	// Tries is how many failed since then, the most of one resource, and Err how the last one of the first failed.
	Tries int
	Err   error
}

// Names lists the resources.
func (a *Away) Names() string {
	names := make([]string, len(a.Resources))
	for i, r := range a.Resources {
		names[i] = string(r)
	}
	return strings.Join(names, ", ")
}

// AwayError is returned for a recording that is whole, but at whose end the server could not be reached.
type AwayError struct {
	Away
	// For is the time until the end.
	For time.Duration
}

func (e *AwayError) Error() string {
	return fmt.Sprintf("%s could not be reached from %s until the end (%v; tries that failed: %d): %q", // a server's words: quoted
		e.Names(), e.Since.Format(time.TimeOnly), e.For.Round(time.Millisecond), e.Tries, e.Err.Error())
}

// Unwrap returns how the last try failed.
func (e *AwayError) Unwrap() error { return e.Err }

// loss is what is known of one resource that is away.
type loss struct {
	absence
	err error
}

// lost notes that a resource is away.
func (s *sink) lost(r workload.Resource, a absence, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.losses == nil {
		s.losses = map[workload.Resource]loss{}
	}
	s.losses[r] = loss{a, err}
}

// found notes that it is not.
func (s *sink) found(r workload.Resource) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.losses, r)
}

// away sums up what is; nil when nothing is. The caller holds mu.
func (s *sink) away() *Away {
	if len(s.losses) == 0 {
		return nil
	}
	a := &Away{}
	for r := range s.losses {
		a.Resources = append(a.Resources, r)
	}
	slices.Sort(a.Resources)
	first := s.losses[a.Resources[0]]
	for _, r := range a.Resources {
		l := s.losses[r]
		if l.since < first.since {
			first = l
		}
		a.Tries = max(a.Tries, l.tries)
	}
	a.Since, a.Err = s.started.Add(first.since), first.err
	return a
}
