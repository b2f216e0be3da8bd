package record

import (
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"informerbench/workload/trace"
)

// noticeable is the shortest time without a watch that a trace tells of. Watches end every few minutes, and the next one
// is open some milliseconds later.
const noticeable = time.Second

// errSilent is what a watch that ended at once, without a word, counts as: a server that only answers so tells nothing.
var errSilent = errors.New("the watch ended at once and brought nothing")

// absence is the time in which a resource that was listed is not watched: from the end of a watch that worked
// to the next one that does. Before the first list is complete, it is the time in which that fails.
type absence struct {
	since   time.Duration
	tries   int  // that failed
	failing bool // the last one did
	expired bool // the server had forgotten the version, once: that is no failure
}

// failure tells whether an error is one of the server's: that a version expires is not, unless it happens twice in a row.
func (a *absence) failure(err error) bool {
	if err == nil {
		return false
	}
	first := isExpired(err) && !a.expired
	a.expired = a.expired || first
	return !first
}

func isExpired(err error) bool { return apierrors.IsResourceExpired(err) || apierrors.IsGone(err) }

// lost notes a try that failed. The gap is written while it lasts, so that a file that is looked at, or cut off, tells of it.
func (s *session) lost(err error) error {
	at := s.sink.now()
	if !s.listed && s.absence.tries == 0 {
		s.absence.since = at
	}
	s.absence.tries++
	s.absence.failing = true
	s.sink.count(func(sum *trace.Summary) { sum.FailedTries++ })
	s.sink.lost(s.kind.Resource, s.absence, err)
	return s.tellGap(at)
}

// answered notes a page of a list: the server is there, if there is no watch yet.
func (s *session) answered() {
	if s.absence.failing {
		s.absence.failing = false
		s.sink.found(s.kind.Resource)
	}
	if !s.listed {
		s.absence.tries = 0
	}
}

// watched notes that the open watch works. The rest of the absence is forgotten when it ends.
func (s *session) watched() {
	if s.working {
		return
	}
	s.working, s.worked = true, true
	if !s.fresh {
		s.sink.count(func(sum *trace.Summary) { sum.Reconnects++ })
	}
	s.fresh = false
	s.answered()
}

// tellGap writes a bookmark of the last version with the absence until then, if that is worth it: a watch was opened then
// (if that turns out not to work, a later gap will hold this one), a try failed, or the recording ends. The first bookmark
// of a resource says that its list is complete, so before that there is none.
func (s *session) tellGap(at time.Duration) error {
	if !s.listed || at <= s.absence.since || s.absence.tries == 0 && at-s.absence.since < noticeable {
		return nil
	}
	o, err := s.mark(s.version)
	if err != nil {
		return err
	}
	return s.sink.gap(s.kind.Resource, o, s.absence.since, at)
}
