package wire

import "fmt"

const (
	// A run is what a decoder takes at once: enough that taking it and handing it over
	// cost nothing beside decoding it, small enough that all cores get a share.
	runBytes  = 128 << 10
	runFrames = 512
)

// run is a piece of the stream on its way from the reader to the receiver. It belongs
// to the decoder that took it until it is done.
type run[T any] struct {
	frames []frame
	first  int // number of the first frame in the stream
	cost   int
	items  []T
	err    error // of the frame behind the items
	done   bool  // guarded by the line's mutex, unlike the rest
}

// work decodes until nothing is waiting.
func (l *line[T]) work() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := l.take(); r != nil; r = l.take() {
		l.mu.Unlock()
		l.decode(r)
		l.mu.Lock()
		r.done = true
		l.deliver()
	}
	l.decoding--
	l.rest()
	l.changed.Broadcast()
}

// rest lets go of what only a burst needs, when nothing is in flight: a watch may be
// quiet for hours.
func (l *line[T]) rest() {
	const kept = 64
	if len(l.waiting) > 0 || len(l.flight) > 0 {
		return
	}
	if cap(l.waiting) > kept {
		l.waiting = nil
	}
	if len(l.spare) > 1 {
		clear(l.spare[1:])
		l.spare = l.spare[:1]
	}
}

// take takes the next run, nil if there is none or another decoder took over while this
// one was handing over.
func (l *line[T]) take() *run[T] {
	if len(l.waiting) == 0 || l.over || l.decoding > l.o.decoders {
		return nil
	}
	r := l.newRun()
	r.first = l.taken
	n := 0
	for n < len(l.waiting) && n < runFrames && r.cost < runBytes {
		r.cost += l.waiting[n].cost()
		n++
	}
	r.frames = append(r.frames, l.waiting[:n]...)
	l.taken += n
	// What is left is moved to the front: little, since the reader is held back.
	left := copy(l.waiting, l.waiting[n:])
	clear(l.waiting[left:])
	l.waiting = l.waiting[:left]
	l.flight = append(l.flight, r)
	return r
}

func (l *line[T]) newRun() *run[T] {
	n := len(l.spare)
	if n == 0 {
		return &run[T]{}
	}
	r := l.spare[n-1]
	l.spare = l.spare[:n-1]
	return r
}

// decode turns the frames into items, up to the first that cannot be.
func (l *line[T]) decode(r *run[T]) {
	r.items = l.slice(len(r.frames))
	for i := range r.frames {
		item, err := l.guarded(r.frames[i].data)
		if err != nil {
			r.err = &frameError{r.first + i, err}
			break
		}
		r.items = append(r.items, item)
	}
	releaseAll(r.frames)
	clear(r.frames)
	r.frames = r.frames[:0]
}

// guarded turns a panic of a type's own unmarshaling into an error: one bad object must
// not end the process.
func (l *line[T]) guarded(data []byte) (item T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic while decoding: %v", p)
		}
	}()
	return l.o.decode(data)
}

// frameError says which frame could not be decoded, counted from 0.
type frameError struct {
	frame int
	err   error
}

func (e *frameError) Error() string { return e.err.Error() }
func (e *frameError) Unwrap() error { return e.err }
