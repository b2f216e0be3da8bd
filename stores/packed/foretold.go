package packed

import (
	"slices"
	"sync/atomic"
)

// foretold is what is known of records that are being written: the values of their indexes.
type foretold struct {
	// writes is what the write that runs knows. Other writers' index functions read it as well, for they may have the
	// same records: so a map that is published does not change any more, and nor do the slices in it.
	writes atomic.Pointer[map[*record]told]
	// turn is full while there is such a write. With two at a time the end of one would take away what the other knows,
	// which would then decode all that it writes.
	turn chan struct{}
}

// told has the values of one record, in the order of the list's indexes.
type told struct {
	list   *stagedList
	values [][]string
}

func newForetold() foretold { return foretold{turn: make(chan struct{}, 1)} }

// during calls write, and lets index functions know what the stand-ins know, which they forget. With nothing known it
// only calls write.
func (f *foretold) during(standIns []*staged, write func()) {
	known := make(map[*record]told, len(standIns))
	for _, st := range standIns {
		if r, packed := st.item.(*record); packed && len(st.values) > 0 {
			known[r] = told{st.list, st.values}
		}
		st.values = nil
	}
	if len(known) == 0 {
		write()
		return
	}
	f.turn <- struct{}{}
	defer func() { <-f.turn }()
	f.writes.Store(&known)
	defer f.writes.Store(nil)
	write()
}

// of returns the values of an index for what the inner store holds, if they are known.
func (f *foretold) of(item any, index string) (values []string, known bool) {
	writes := f.writes.Load()
	if writes == nil {
		return nil, false
	}
	r, packed := item.(*record)
	if !packed {
		return nil, false
	}
	t, known := (*writes)[r]
	if !known {
		return nil, false
	}
	i := slices.Index(t.list.indexes, index)
	if i < 0 {
		return nil, false // added since the list was begun
	}
	return t.values[i], true
}
