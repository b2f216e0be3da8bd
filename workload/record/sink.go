package record

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/anonymize"
	"informerbench/workload/trace"
)

// sink is where the events of all resources come together.
type sink struct {
	started time.Time

	// mu guards the fields below: the Writer and the Anonymizer are for one goroutine, and the
	// order of records is that in which the lock is taken.
	mu         sync.Mutex
	writer     *trace.Writer
	anonymizer *anonymize.Anonymizer
	last       time.Duration
	summary    trace.Summary
	events     int64      // records that are no bookmarks
	gaps       trace.Gaps // that were written
	losses     map[workload.Resource]loss

	objects atomic.Int64 // known to exist, over all resources
	listing atomic.Int64 // resources whose first list is not complete
}

// now is an offset.
func (s *sink) now() time.Duration { return time.Since(s.started) }

// write takes the object over and changes it.
func (s *sink) write(r workload.Resource, t watch.EventType, o runtime.Object, p trace.Phase, at time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if bytes, _ := anonymize.DropData(o); bytes > 0 {
		s.summary.DroppedObjects++
		s.summary.DroppedBytes += bytes
	}
	if s.anonymizer != nil {
		if err := s.anonymizer.Object(o); err != nil {
			return fatal{err}
		}
	}
	if p != trace.Bookmark {
		s.events++
	}
	return s.put(trace.Record{Event: workload.Event{Resource: r, Type: t, Object: o}, Offset: at, Phase: p})
}

// gap writes a bookmark that says since when the resource was not watched.
func (s *sink) gap(r workload.Resource, bookmark runtime.Object, since, at time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := trace.Record{Event: workload.Event{Resource: r, Type: watch.Bookmark, Object: bookmark}, Offset: max(s.last, at), Phase: trace.Bookmark}
	rec.Gap = rec.Offset - since
	s.gaps.Add(rec)
	return s.put(rec)
}

// put writes a record. The caller holds mu.
func (s *sink) put(rec trace.Record) error {
	// Another resource may have come first with a later time; see the package comment.
	s.last = max(s.last, rec.Offset)
	rec.Offset = s.last
	if err := s.writer.WriteRecord(rec); err != nil {
		return fatal{fmt.Errorf("writing the recording: %w", err)}
	}
	s.summary.Records++
	return nil
}

// count changes the summary.
func (s *sink) count(change func(*trace.Summary)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.summary)
}

// flush makes everything so far readable.
func (s *sink) flush() (Progress, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.writer.Flush()
	return Progress{
		Started: s.started, Elapsed: s.now(), Records: s.summary.Records, Events: s.events, Bytes: s.writer.Written(),
		Objects: s.objects.Load(), Listing: s.listing.Load() > 0, Away: s.away(), Gaps: s.gaps.All(),
	}, err
}

// close writes the end record.
func (s *sink) close(ended string) (trace.Summary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.summary.Ended, s.summary.Span, s.summary.Listed = ended, s.now(), s.listing.Load() == 0
	s.writer.SetSummary(s.summary)
	return s.summary, s.writer.Close()
}

// fatal marks an error that ends the recording.
type fatal struct{ error }

func (f fatal) Unwrap() error { return f.error }
