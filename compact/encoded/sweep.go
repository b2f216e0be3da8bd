package encoded

import (
	"runtime"
	"weak"
)

// rebuild replaces a shard's cells by an array of what is alive, with room for as much again, and
// returns it. The shard's mutex is held. It counts one more than it has, for the caller's entry.
func (t *table) rebuild(s *shard, old *cells) *cells {
	alive := make([]*entry, 0, s.used)
	for i := range old.at {
		e := old.at[i].Load()
		if e == nil {
			continue
		}
		if e.data.Value() == nil {
			t.bytes.Add(-e.cost())
			continue
		}
		alive = append(alive, e)
	}
	s.used = len(alive) + 1
	n := firstCells
	for n < 4*s.used {
		n *= 2
	}
	c := newCells(n)
	for _, e := range alive {
		c.put(e)
	}
	s.cells.Store(c)
	return c
}

// sweep removes the entries that no object uses. Shards without such are left as they are.
func (t *table) sweep() {
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		if c := s.cells.Load(); c.anyDead() {
			t.rebuild(s, c)
			s.used--
		}
		s.mu.Unlock()
	}
}

func (c *cells) anyDead() bool {
	for i := range c.at {
		if e := c.at[i].Load(); e != nil && e.data.Value() == nil {
			return true
		}
	}
	return false
}

// entries counts what is alive.
func (t *table) entries() (parts, strings int) {
	for i := range t.shards {
		c := t.shards[i].cells.Load()
		for j := range c.at {
			e := c.at[j].Load()
			switch {
			case e == nil || e.data.Value() == nil:
			case e.kind == 0:
				strings++
			default:
				parts++
			}
		}
	}
	return parts, strings
}

// sentinel is garbage as soon as it is made. It has a pointer, so that it is not put into a block
// with others, which could keep it.
type sentinel struct {
	_ *sentinel
	_ [2]uintptr
}

// sweepWithCollector sweeps after each collection, for as long as the decoder exists: the
// collection that finds the sentinel dead is the one that cleared the weak pointers.
// Cleanups run on the runtime's own goroutine. The decoder is held weakly by it.
func (d *Decoder) sweepWithCollector() {
	runtime.AddCleanup(&sentinel{}, func(w weak.Pointer[Decoder]) {
		if d := w.Value(); d != nil {
			d.table.sweep()
			d.states.rest()
			d.sweepWithCollector()
		}
	}, weak.Make(d))
}
