package sharded

import (
	"sync"
	"sync/atomic"
)

// stamped is a lock, and the version that the last write under it has set.
type stamped struct {
	sync.RWMutex
	// rv is guarded by the lock. It belongs to stamp: of all locks, the one with the highest has
	// the store's version. One version for all would be one lock for all writers.
	rv    string
	stamp uint64
}

// clock numbers the writes that set a version. It is raised only under a lock that the
// write holds, so that stamps rise with the order in which writes of one key take effect;
// and a write that began after another one had returned has a higher one.
type clock struct{ last atomic.Uint64 }

// set sets the version. The caller holds the lock for writing, and goes on holding it,
// with those of everything else that it changes, until all is done: whoever reads the
// version has waited for this lock, and waits for the others before it finds less.
func (l *stamped) set(c *clock, rv string) { l.stamp, l.rv = c.last.Add(1), rv }

// newest is the version with the highest stamp so far.
type newest struct {
	rv    string
	stamp uint64
}

// look looks at one more lock, which the caller holds.
func (n *newest) look(l *stamped) {
	if l.stamp > n.stamp {
		n.rv, n.stamp = l.rv, l.stamp
	}
}
