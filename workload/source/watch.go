package source

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/workload"
)

// Watch opens a watch as an API server does, with these semantics:
//
//   - From "" or "0": first ADDED for every current object, in order of key, then
//     what follows. From n: every event after n, or 410 when that is compacted; an
//     n that lies ahead waits for events above it.
//   - With sendInitialEvents=true: ADDED for every object of the current version,
//     which must have reached n, and then, where bookmarks are allowed, the bookmark
//     annotated as the end of the initial events. With false: none, even from "".
//   - allowWatchBookmarks sends a bookmark now and then; timeoutSeconds ends the
//     watch cleanly.
//
// The caller must Close the stream.
func (s *Source) Watch(r workload.Resource, namespace string, o metav1.ListOptions) (*Stream, error) {
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	o.Watch = true
	if err := s.validate(o); err != nil {
		return nil, err
	}
	selected, err := newSelection(t.kind, namespace, o)
	if err != nil {
		return nil, err
	}
	from, err := parseVersion(o.ResourceVersion)
	if err != nil {
		return nil, err
	}
	stream := &Stream{source: s, table: t, selected: selected, woken: make(chan struct{}, 1)}
	if err := stream.start(from, o); err != nil {
		return nil, err
	}
	stream.startTimers(o)
	return stream, nil
}

// start sets the stream's position. Where it begins with the current objects, it
// takes them and the position under one hold of the lock: what is not among the
// objects comes from the log, and nothing comes twice.
func (w *Stream) start(from uint64, o metav1.ListOptions) error {
	s, t := w.source, w.table
	s.mu.Lock()
	defer s.mu.Unlock()
	requested := o.SendInitialEvents
	initial := from == 0 && requested == nil || requested != nil && *requested
	switch {
	case initial && from > s.version:
		return tooNew(from, s.version)
	case initial:
		w.initial, w.next, w.after = t.objects.Clone(), t.log.next, s.version
		w.initialEnd = requested != nil && o.AllowWatchBookmarks
	case from == 0:
		w.next, w.after = t.log.next, s.version
	case from < t.log.floor && s.options.RefuseExpiredWatches:
		return tooOld(from, t.log.floor)
	case from < t.log.floor:
		w.failure = tooOld(from, t.log.floor)
	default:
		w.next, w.after = t.log.after(from), from
	}
	w.expiries = t.expiries
	t.streams++
	return nil
}

func (w *Stream) startTimers(o metav1.ListOptions) {
	c := w.source.options.Clock
	if o.TimeoutSeconds != nil && *o.TimeoutSeconds > 0 {
		w.timeout = c.NewTimer(time.Duration(*o.TimeoutSeconds) * time.Second)
	}
	if o.AllowWatchBookmarks {
		w.bookmark = c.NewTimer(w.source.options.BookmarkInterval)
	}
}
