package source

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// collectInitial adds the next initial objects to the batch, and the bookmark that
// ends them after the last.
func (w *Stream) collectInitial() {
	low, end := w.selected.bounds()
	for key, object := range w.initial.From(max(w.initialAt, low)) {
		if end != "" && key >= end {
			break
		}
		if len(w.batch) == batchSize {
			w.initialAt = key
			return
		}
		if w.selected.matches(object) {
			w.emit(watch.Added, object)
		}
	}
	w.initial = nil // the tree keeps every object of its version alive
	if w.initialEnd {
		w.emit(watch.Bookmark, w.bookmarkObject(w.after, true))
	}
}

// collect takes what the log has. It reports false when that was nothing and the
// stream has been put among the sleepers.
func (w *Stream) collect() bool {
	version, more := w.copyEntries()
	if w.failure != nil {
		return true
	}
	for i := range w.entries {
		w.translate(&w.entries[i])
	}
	clear(w.entries) // an idle stream shall keep no object alive
	if w.due && version >= w.after {
		w.emit(watch.Bookmark, w.bookmarkObject(version, false))
	}
	w.due = false
	return more || len(w.batch) > 0
}

// copyEntries copies the next entries and returns the version up to which the stream
// will then have seen everything. It reports false when it put the stream to sleep:
// under the same hold of the lock, or an event in between would wake nobody.
func (w *Stream) copyEntries() (version uint64, more bool) {
	s, t := w.source, w.table
	s.mu.Lock()
	defer s.mu.Unlock()
	w.entries = w.entries[:0]
	if w.expiries != t.expiries || w.next < t.log.first {
		w.failure = tooOld(w.after, max(t.log.floor, w.after+1))
		return 0, true
	}
	w.entries = t.log.copyFrom(w.next, w.entries)
	w.next += uint64(len(w.entries))
	if w.next < t.log.next {
		return w.entries[len(w.entries)-1].version, true
	}
	if len(w.entries) == 0 && !w.due {
		t.putToSleep(w)
		return s.version, false
	}
	return s.version, true
}

func (t *table) putToSleep(w *Stream) {
	if !w.asleep {
		w.asleep = true
		t.sleepers = append(t.sleepers, w)
	}
}

// wake makes every sleeping stream look at the log. Where a token is left from
// an earlier wake, that one does it: the send never blocks under the lock.
func (t *table) wake() {
	for i, stream := range t.sleepers {
		stream.asleep = false
		select {
		case stream.woken <- struct{}{}:
		default:
		}
		t.sleepers[i] = nil
	}
	t.sleepers = t.sleepers[:0]
}

func (t *table) forget(w *Stream) {
	t.sleepers = slices.DeleteFunc(t.sleepers, func(s *Stream) bool { return s == w })
}

// translate adds to the batch what an entry means to this stream.
func (w *Stream) translate(e *entry) {
	if e.version <= w.after {
		return // the watch starts at a version that lay ahead
	}
	w.after = e.version
	now := e.change != deleted && w.selected.matches(e.object)
	before := now
	if e.change == deleted || e.change == modified && w.selected.byContent() {
		before = w.selected.matches(e.before)
	}
	switch {
	case e.change == added && now:
		w.emit(watch.Added, e.object)
	case e.change == deleted && before:
		w.emit(watch.Deleted, e.object)
	case e.change != modified:
	case now && before:
		w.emit(watch.Modified, e.object)
	case now:
		w.emit(watch.Added, e.object)
	case before:
		// It left the selection: the client is told with the object that it knows, at
		// the version of the event.
		w.emit(watch.Deleted, stamped(e.before, e.version))
	}
}

func (w *Stream) emit(kind watch.EventType, object runtime.Object) {
	w.batch = append(w.batch, watch.Event{Type: kind, Object: object})
}

// bookmarkObject returns an object of the stream's kind that carries a version only.
func (w *Stream) bookmarkObject(version uint64, initialEnd bool) runtime.Object {
	object := w.table.kind.New()
	meta := object.(metav1.Object)
	meta.SetResourceVersion(formatVersion(version))
	if initialEnd {
		meta.SetAnnotations(map[string]string{metav1.InitialEventsAnnotationKey: "true"})
	}
	return object
}
