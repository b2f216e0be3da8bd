package cow

import (
	"informerbench/stores/internal/indexing"
)

// stackIndexes is the number of indexes up to which a write finds room for their
// changes on its stack.
const stackIndexes = 8

// move is what a write changes in one index: the values that the object leaves and
// those that it joins. A single-valued index has at most one of each, kept in place,
// so that no slice is made for them.
type move struct {
	at             int
	leaves, joins  []string
	from, to       string
	hasFrom, hasTo bool
}

// moves appends the changes between an old and a new object under one key, for those
// indexes that have any; an object that is nil has no values. It asks every index
// function before anything is changed, and panics when one fails.
func (s *state) moves(key string, before, after any, into []move) []move {
	for i := range s.indexes {
		if s.set.Single(i) != nil {
			m := move{at: i}
			m.from, m.hasFrom = s.set.SingleValue(i, key, before)
			m.to, m.hasTo = s.set.SingleValue(i, key, after)
			if m.hasFrom != m.hasTo || m.from != m.to {
				into = append(into, m)
			}
			continue
		}
		leaves, joins := indexing.Changes(s.set.Value(i, key, before), s.set.Value(i, key, after))
		if len(leaves)+len(joins) > 0 {
			into = append(into, move{at: i, leaves: leaves, joins: joins})
		}
	}
	return into
}

// move makes the changes for the object in a slot.
func (d *draft) move(slot uint32, moves []move) {
	for i := range moves {
		m := &moves[i]
		if m.hasFrom {
			d.leave(m.at, slot, m.from)
		}
		if m.hasTo {
			d.join(m.at, slot, m.to)
		}
		for _, value := range m.leaves {
			d.leave(m.at, slot, value)
		}
		for _, value := range m.joins {
			d.join(m.at, slot, value)
		}
	}
}

func (d *draft) join(i int, slot uint32, value string) {
	d.index(i).join(value, d.hash.tag(value), slot, d.edit)
}

func (d *draft) leave(i int, slot uint32, value string) {
	d.index(i).leave(value, d.hash.tag(value), slot, d.edit)
}
