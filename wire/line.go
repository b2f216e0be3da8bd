package wire

import "sync"

// line takes frames from one reader, decodes them on several goroutines, and hands the
// results over in the order of the frames.
//
// Decoders pull: one that has nothing to do takes what has come, be it a single event,
// and while all are busy what comes piles up to larger runs. So nothing waits for
// others, and a stream at full speed pays for hand-overs only once a run. A decoder is
// a goroutine that ends when nothing is waiting: a quiet watch has none.
//
// One mutex guards all fields but out, quit and free. Decoding and a hand-over that has
// to wait happen outside it. The frames' bytes are written by the reader before flush
// takes the mutex, and read by a decoder after take held it; items are written by a
// decoder before it takes the mutex again, and sent by whoever finds them done in it.
type line[T any] struct {
	o lineOptions[T]

	out  chan []T      // runs of results; closed by finish, nothing is sent later
	quit chan struct{} // closed when nobody wants more
	free chan []T      // slices to be used again

	read []frame // the reader's alone: taken from the input, not yet flushed

	mu      sync.Mutex
	changed sync.Cond // less is in flight, or over, or a goroutine has ended
	waiting []frame   // flushed and not yet taken by a decoder
	flight  []*run[T] // taken and not yet handed over, in order
	spare   []*run[T]
	bytes   int // what waiting and flight cost
	taken   int // frames taken so far

	decoding   int  // goroutines that decode or look for work
	delivering bool // one of the goroutines is handing over; only one at a time, for the order
	over       bool // nothing more will be handed over
	stopped    bool // ... because nobody wants it
	err        error
}

type lineOptions[T any] struct {
	decode    func(data []byte) (T, error) // on any goroutine; must not keep data
	decoders  int                          // goroutines that decode at once, at most
	ahead     int                          // bytes in flight at which the reader waits
	interrupt func()                       // ends a read under way; may be called more than once
}

// handedOver is how many runs may lie in the channel, on top of what is in flight.
const handedOver = 4

func newLine[T any](o lineOptions[T]) *line[T] {
	l := &line[T]{
		o:    o,
		out:  make(chan []T, handedOver),
		quit: make(chan struct{}),
		free: make(chan []T, handedOver),
	}
	l.changed.L = &l.mu
	return l
}

// add takes a frame from the reader. It is passed on by the next flush.
func (l *line[T]) add(f frame) { l.read = append(l.read, f) }

// flush passes on what the reader has taken, and waits while too much is in flight. The
// error is errOver.
func (l *line[T]) flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pass()
	for l.bytes >= l.o.ahead && !l.over {
		l.changed.Wait()
	}
	if l.over {
		return errOver
	}
	return nil
}

func (l *line[T]) pass() {
	for i := range l.read {
		l.bytes += l.read[i].cost()
	}
	l.waiting = append(l.waiting, l.read...)
	clear(l.read)
	l.read = l.read[:0]
	l.start()
}

// start makes sure that somebody sees to what is waiting.
func (l *line[T]) start() {
	if len(l.waiting) > 0 && l.decoding < l.o.decoders && !l.over {
		l.decoding++
		go l.work()
	}
}

// stop ends everything: what is in flight is dropped. It returns at once.
func (l *line[T]) stop() {
	l.mu.Lock()
	if !l.stopped {
		l.stopped, l.over = true, true
		close(l.quit)
		l.changed.Broadcast()
	}
	l.mu.Unlock()
	l.o.interrupt()
}

// finish is the reader's last call, with the reason for which it ended. It waits until
// all is handed over, or the end came earlier, and no decoder is left; then it hands
// over what last makes of the line's error, if there is one, and closes out. The line's error is that
// of the first frame that could not be decoded, or else the reader's.
func (l *line[T]) finish(err error, last func(error) []T) {
	l.mu.Lock()
	l.pass()
	for l.decoding > 0 || l.delivering || len(l.flight) > 0 && !l.over {
		l.changed.Wait()
	}
	l.over = true
	if l.err == nil && err == nil && l.stopped {
		err = errOver // the reader may have had all, but the receiver has not
	}
	if l.err == nil {
		l.err = err
	}
	l.mu.Unlock()
	l.sayLast(last)
	close(l.out) // publishes err, which is written no more
}

func (l *line[T]) sayLast(last func(error) []T) {
	select {
	case <-l.quit: // nobody wants to know
		return
	default:
	}
	if last == nil || l.err == nil {
		return
	}
	items := last(l.err)
	if len(items) == 0 {
		return
	}
	select {
	case l.out <- items:
	case <-l.quit:
	}
}
