package reflectorbench

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Readers are goroutines that take turns of reads, each in a closed loop with a pause. The latency of a read is its
// service time.
type Readers struct {
	Goroutines int
	// Pause lies between two turns of a reader, who sleeps as goroutines do and leaves core and P to the pipeline. 0: none.
	// The runtime may round it up to the next millisecond.
	Pause time.Duration
	// For is how long they read (0: until the last event was delivered). What they read with all their might may keep events
	// from being delivered for as long as they do.
	For time.Duration
	Ops []ReadOp
}

// ReadOp is one kind of read.
type ReadOp struct {
	// Name is get, byindex or list, and the word in its units.
	Name  string
	Index string // of byindex
	// Values are the keys to Get, or the index's values, to choose from (nil: all that there are when the readers start).
	Values []string
	Skew   Skew // "": uniform
	// Read, if set, is how the store is read: it returns how many objects a read of a pick has found. Then the name may be any.
	Read func(Reads) (func(pick string) (rows int), error)
	// Every tells in which turns a reader does it: in each for 0 and 1, in every second for 2.
	Every int
}

// Reading is what one kind of read has found, over all readers.
type Reading struct {
	Op         ReadOp
	Latencies  Latencies
	Rows       int64 // objects that were returned
	Elapsed    time.Duration
	Goroutines int
}

// Reads is how many there were.
func (r Reading) Reads() int64 { return r.Latencies.Count() }

// Values are the percentiles under the op's name, and reads/s.
func (r Reading) Values() []Value {
	return append(r.Latencies.Values(r.Op.Name), Value{float64(r.Reads()) / r.Elapsed.Seconds(), "reads/s"})
}

// crew is readers at work.
type crew struct {
	ask     Readers
	members []*member
	began   time.Time
	stop    atomic.Bool
	timer   *time.Timer // of For; nil without
	wg      sync.WaitGroup
}

// member is one reader; only its goroutine touches it until the crew has finished.
type member struct {
	turn  int
	pause time.Duration
	ops   []opState
	ended time.Time // of the last turn
}

// opState is what one reader keeps for one op.
type opState struct {
	every int
	read  func(pick string) (rows int)
	picks []string // shared with the other readers; a power of two of them
	next  int
	found *latencies
	rows  int64
}

func newCrew(ask Readers, store Reads, seed uint64) (*crew, error) {
	c := &crew{ask: ask}
	if ask.Goroutines == 0 {
		c.ask.Ops = nil
		return c, nil
	}
	prepared := make([]opState, len(ask.Ops))
	for i, op := range ask.Ops {
		values, read, err := op.resolve(store)
		if err != nil {
			return nil, err
		}
		prepared[i] = opState{every: max(op.Every, 1), read: read, picks: picks(values, op.Skew, seed+uint64(i))}
	}
	for i := range ask.Goroutines {
		m := &member{turn: i, pause: ask.Pause, ops: slices.Clone(prepared)}
		for j := range m.ops {
			m.ops[j].found = newLatencies()
			m.ops[j].next = i * len(m.ops[j].picks) / ask.Goroutines // each begins elsewhere in the list
		}
		c.members = append(c.members, m)
	}
	return c, nil
}

// resolve finds what is chosen from, in an order that depends on nothing else, and how it is read.
func (op ReadOp) resolve(store Reads) (values []string, read func(string) int, err error) {
	values = slices.Clone(op.Values)
	switch {
	case values != nil || op.Name == "list":
	case op.Index != "":
		values = store.ListIndexFuncValues(op.Index)
	default:
		values = store.ListKeys()
	}
	switch {
	case op.Read != nil:
		if read, err = op.Read(store); err != nil {
			return nil, nil, err
		}
	case op.Name == "get":
		read = getter(store)
	case op.Name == "byindex":
		read = byIndex(store, op.Index)
	case op.Name == "list":
		values, read = []string{""}, lister(store)
	default:
		return nil, nil, usagef("unknown read %q: allowed are get, byindex, list", op.Name)
	}
	if len(values) == 0 {
		return nil, nil, usagef("there is nothing to read by %s %s: more objects or more indexes are needed", op.Name, op.Index)
	}
	return sorted(values), read, nil
}

func (c *crew) start() {
	c.began = time.Now()
	if c.ask.For > 0 {
		c.timer = time.AfterFunc(c.ask.For, func() { c.stop.Store(true) })
	}
	for _, m := range c.members {
		c.wg.Go(func() { m.loop(&c.stop) })
	}
}

func (m *member) loop(stop *atomic.Bool) {
	for ; !stop.Load(); m.turn++ {
		for i := range m.ops {
			if op := &m.ops[i]; m.turn%op.every == 0 {
				op.do()
			}
		}
		if m.pause > 0 {
			time.Sleep(m.pause) // not Nap: a few readers would keep all Ps
		}
	}
	m.ended = time.Now()
}

func (op *opState) do() {
	pick := op.picks[op.next&(len(op.picks)-1)]
	op.next++
	began := time.Now()
	op.rows += int64(op.read(pick))
	op.found.record(time.Since(began).Nanoseconds())
}

// finish stops the readers and merges what they found.
func (c *crew) finish() []Reading {
	c.stop.Store(true)
	c.wg.Wait()
	if c.timer != nil {
		c.timer.Stop()
	}
	elapsed := time.Nanosecond // what is divided by it is 0 without readers
	for _, m := range c.members {
		elapsed = max(elapsed, m.ended.Sub(c.began))
	}
	out := make([]Reading, len(c.ask.Ops))
	for i, op := range c.ask.Ops {
		sum := newLatencies()
		out[i] = Reading{Op: op, Latencies: Latencies{sum}, Elapsed: elapsed, Goroutines: len(c.members)}
		for _, m := range c.members {
			sum.merge(m.ops[i].found)
			out[i].Rows += m.ops[i].rows
		}
	}
	return out
}
