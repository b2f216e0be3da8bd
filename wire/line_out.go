package wire

// deliver hands over what is done, as far as everything before it is done too, unless
// another goroutine is at it already: that one will see this run before it leaves,
// since done is set and delivering is cleared under the same mutex.
func (l *line[T]) deliver() {
	if l.delivering {
		return
	}
	l.delivering = true
	for !l.over && len(l.flight) > 0 && l.flight[0].done {
		r := l.flight[0]
		if !l.send(r.items) {
			break
		}
		l.bytes -= r.cost
		l.shift()
		if r.err != nil {
			l.fail(r.err)
			break
		}
		l.recycleRun(r)
		l.changed.Broadcast()
	}
	l.delivering = false
}

// send puts items into the channel. If that has to wait, the mutex is let go, and
// another goroutine may decode meanwhile.
func (l *line[T]) send(items []T) bool {
	if len(items) == 0 {
		return true
	}
	select {
	case l.out <- items:
		return true
	default:
	}
	l.decoding--
	l.start()
	l.mu.Unlock()
	sent := false
	select {
	case l.out <- items:
		sent = true
	case <-l.quit:
	}
	l.mu.Lock()
	l.decoding++
	return sent
}

// shift takes the first run off.
func (l *line[T]) shift() {
	left := copy(l.flight, l.flight[1:])
	l.flight[left] = nil
	l.flight = l.flight[:left]
}

func (l *line[T]) recycleRun(r *run[T]) {
	*r = run[T]{frames: r.frames}
	l.spare = append(l.spare, r)
}

// fail ends the line at a frame that cannot be decoded. The reader is torn from a read
// that may never end.
func (l *line[T]) fail(err error) {
	l.over, l.err = true, err
	l.changed.Broadcast()
	// Outside the mutex: closing a connection may take its time. delivering is still set,
	// so finish waits.
	l.mu.Unlock()
	l.o.interrupt()
	l.mu.Lock()
}

// leastSlice is room for what a quiet watch brings, so that its slices fit one another.
const leastSlice = 16

// slice returns an empty slice with room for n items, used before if possible.
func (l *line[T]) slice(n int) []T {
	select {
	case s := <-l.free:
		if cap(s) >= n {
			return s
		}
	default:
	}
	return make([]T, 0, max(n, leastSlice))
}

// recycle takes a slice back from the receiver. What it refers to is let go of. Sending
// it through the channel orders the receiver's use before the next one's.
func (l *line[T]) recycle(s []T) {
	if cap(s) == 0 || cap(s) > 2*runFrames {
		return
	}
	s = s[:cap(s)]
	clear(s)
	select {
	case l.free <- s[:0]:
	default:
	}
}
