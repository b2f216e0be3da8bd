package source

import (
	"context"
	"io"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/clock"
)

// batchSize bounds what Next returns at once, and so the time for which it holds the
// source's lock: copying 256 entries takes a few microseconds.
const batchSize = 256

// Stream is an open watch that is pulled: it owns no goroutine, and buffers nothing
// but one batch. It follows the log by position, and when the log drops what it has
// not read yet, it ends with 410. Next and Close belong to one goroutine.
type Stream struct {
	source   *Source
	table    *table
	selected selection
	woken    chan struct{} // has room for the one wake that follows falling asleep

	asleep bool // guarded by source.mu: is among the table's sleepers

	expiries uint64 // of the table when the stream was opened
	next     uint64 // position in the log
	after    uint64 // the version of the last event seen, or the one to start after

	initial    *objectTree // still to be delivered, from key initialAt on
	initialAt  string
	initialEnd bool // a bookmark has to mark the end of the initial objects
	failure    *apierrors.StatusError
	ended      bool

	timeout  clock.Timer // nil: none
	bookmark clock.Timer // nil: bookmarks are not wanted
	due      bool        // a bookmark is

	entries []entry
	batch   []watch.Event
}

// Next waits for events and returns at least one; the slice is valid until the next
// call. It returns io.EOF at the end of the watch (timeoutSeconds, or after an event
// of type Error, which carries a Status), and the context's error when that is done.
func (w *Stream) Next(ctx context.Context) ([]watch.Event, error) {
	if w.batch == nil {
		w.batch = make([]watch.Event, 0, batchSize+1) // a bookmark may follow
		w.entries = make([]entry, 0, batchSize)
	}
	w.batch = w.batch[:0]
	if w.initial != nil {
		w.collectInitial()
	}
	for len(w.batch) == 0 {
		if w.failure != nil && !w.ended {
			w.ended = true
			w.emit(watch.Error, &w.failure.ErrStatus)
			break
		}
		w.readTimers()
		if w.ended {
			return nil, io.EOF
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if w.collect() {
			continue
		}
		if err := w.sleep(ctx); err != nil {
			return nil, err
		}
	}
	return w.batch, nil
}

// readTimers is called before every batch, so that a busy watch ends on time and has
// its bookmarks too.
func (w *Stream) readTimers() {
	select {
	case <-timerC(w.timeout):
		w.ended = true
	case <-timerC(w.bookmark):
		w.bookmarkDue()
	default:
	}
}

// sleep waits until the log may have something, or a timer has.
func (w *Stream) sleep(ctx context.Context) error {
	select {
	case <-w.woken:
	case <-timerC(w.timeout):
		w.ended = true
	case <-timerC(w.bookmark):
		w.bookmarkDue()
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

func (w *Stream) bookmarkDue() {
	w.due = true
	w.bookmark.Reset(w.source.options.BookmarkInterval)
}

func timerC(t clock.Timer) <-chan time.Time {
	if t == nil {
		return nil
	}
	return t.C()
}

// Close gives the stream up. It may be called more than once.
func (w *Stream) Close() {
	if w.table == nil {
		return
	}
	for _, t := range []clock.Timer{w.timeout, w.bookmark} {
		if t != nil {
			t.Stop()
		}
	}
	w.source.mu.Lock()
	defer w.source.mu.Unlock()
	w.table.streams--
	w.table.forget(w)
	w.table, w.initial, w.entries, w.batch, w.ended = nil, nil, nil, nil, true
}
