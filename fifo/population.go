package fifo

// population tracks whether the initial list has been processed. All fields but
// the channel are guarded by the lock of the queue it belongs to. The channel is
// closed under that lock but read without it, so that HasSynced answers during a
// callback and never waits behind one.
type population struct {
	name string
	// populated is set by the first write. Only if that is a Replace is there
	// anything to wait for.
	populated bool
	// pending counts the initial elements whose callback has not yet returned.
	pending int
	done    chan struct{}
}

func newPopulation(name string) population {
	return population{name: name, done: make(chan struct{})}
}

// touch notes an Add, Update or Delete.
func (p *population) touch() { p.begin(0) }

// begin notes a Replace that leaves n elements queued, and tells whether it was
// the first write, which makes those elements the initial ones.
func (p *population) begin(n int) bool {
	if p.populated {
		return false
	}
	p.populated, p.pending = true, n
	if n == 0 {
		close(p.done)
	}
	return true
}

// finish notes that the callbacks of n initial elements have returned. Pending
// reaches 0 once, since nothing raises it from there; so done is closed once.
func (p *population) finish(n int) {
	if n == 0 || p.pending == 0 {
		return
	}
	p.pending -= n
	if p.pending == 0 {
		close(p.done)
	}
}

// HasSynced tells whether the initial list, if there was one, has been
// processed. It takes no lock and may be called from anywhere.
func (p *population) HasSynced() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Name returns the name of the queue (for [cache.DoneChecker]).
func (p *population) Name() string { return p.name }

// Done is closed when HasSynced becomes true (for [cache.DoneChecker]).
func (p *population) Done() <-chan struct{} { return p.done }
