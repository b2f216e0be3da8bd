package mvcc

import (
	"slices"
	"sync/atomic"
)

// view is a committed state of a generation as a reader sees it: he reads what is there
// now, and takes back what the log received after his commit.
type view struct {
	g       *generation
	segment *segment // from which every record after upto can be reached
	commit  uint64   // the state that is seen
	// upto is how far the log leads back. It is the commit, except for a snapshot that
	// has been held for long: what came between is then in past.
	upto uint64
	past past
	// indexes are those of the state; only a snapshot needs them here.
	indexes *indexes
	// route is the segments that this view has gone through, so that going back along many
	// records is a search for each and not a walk. It belongs to one call.
	route []*segment
}

// find returns the record of a number above upto, or that of the commit of a new view.
func (v *view) find(number uint64) (*segment, *record) {
	s := v.segment
	if next := s.next.Load(); next != nil && number >= next.base {
		s = v.findFar(number)
	}
	return s, &s.records[number-s.base]
}

func (v *view) findFar(number uint64) *segment {
	if len(v.route) == 0 {
		v.route = append(v.route, v.segment)
	}
	for last := v.route[len(v.route)-1]; ; {
		next := last.next.Load()
		if next == nil || number < next.base {
			break
		}
		v.route, last = append(v.route, next), next
	}
	after, _ := slices.BinarySearchFunc(v.route, number, func(s *segment, number uint64) int {
		if s.base <= number {
			return -1
		}
		return 1
	})
	return v.route[after-1]
}

// now returns the present commit, and a segment from which all later records can be reached.
func (g *generation) now() (*segment, uint64) {
	segment := g.head.Load() // before commit, see generation.head
	commit := g.commit.Load()
	return segment, commit
}

func (g *generation) view() view {
	segment, commit := g.now()
	return view{g: g, segment: segment, commit: commit, upto: commit}
}

// object returns what was in a slot, and the chunk that had the slot's key then. c is the
// slot's chunk in the directory, loaded after the view was made.
func (v *view) object(c *chunk, number uint32, offset int) (*chunk, words) {
	c = v.chunk(c, number)
	w, seq := c.load(offset)
	if seq <= v.commit {
		return c, w
	}
	return c, v.undo(number<<offsetBits|uint32(offset), w, seq)
}

// chunk returns the chunk that had the keys, given the one that has them now.
func (v *view) chunk(c *chunk, number uint32) *chunk {
	if old := v.past.chunk(number); old != nil {
		c = old
	}
	for c.birth > v.upto {
		_, r := v.find(c.birth)
		c = (*chunk)(r.data)
	}
	return c
}

// undo goes back along the records of a slot, whose present words and sequence are
// given, to what was there. It takes as many steps as the slot was written since.
func (v *view) undo(slot uint32, w words, seq uint64) words {
	if old, ok := v.past.object(slot); ok {
		return old
	}
	for seq > v.upto {
		segment, r := v.find(seq)
		w, seq = segment.object(r, seq), r.before(seq)
	}
	return w
}

// posting returns the posting that a value had, nil if it had none.
func (v *view) posting(ix *index, value string) *posting {
	if p := ix.find(v.g.hash(value), value); p != nil && p.birth <= v.commit {
		return p
	}
	// It may have gone since, and another posting of the value may have come. Who sees
	// that it has gone sees lastGone as well, see index.lastGone.
	for _, p := range v.gone(ix) {
		if p.value == value {
			return p
		}
	}
	return nil
}

// gone returns the postings that were there and have been taken out since. Nearly always
// there are none.
func (v *view) gone(ix *index) (postings []*posting) {
	for number := ix.lastGone.Load(); number > v.upto; {
		_, r := v.find(number)
		if p := (*posting)(r.data); p.birth <= v.commit {
			postings = append(postings, p)
		}
		number = r.before(number)
	}
	for _, f := range v.past {
		postings = append(postings, f.goneFrom(ix.position, v.commit)...)
	}
	return postings
}

// members appends the slots that were in a posting, in no order.
func (v *view) members(p *posting, into []uint32) []uint32 {
	if slots, folded := v.past.members(p); folded {
		return append(into, slots...)
	}
	from, block := len(into), p.full()
	into = slices.Grow(into, len(block))
	for i := range block {
		cell := atomic.LoadUint32(&block[i])
		if cell == 0 {
			break // cells are emptied at the end only, so what was there all the time stands before
		}
		into = append(into, cell-1)
	}
	if p.last.Load() <= v.commit { // after the cells, see posting.last
		return into
	}
	return v.corrected(p, into, from)
}

// corrected puts right what was copied from a posting that was written since. A slot that
// no record mentions was there and stood still, so it was copied exactly once. For the others the
// oldest record since the commit tells whether they were there.
func (v *view) corrected(p *posting, slots []uint32, from int) []uint32 {
	were := v.mentions(p)
	kept := slots[:from]
	for _, slot := range slots[from:] {
		if _, mentioned := were[slot]; !mentioned {
			kept = append(kept, slot)
		}
	}
	for slot, was := range were {
		if was {
			kept = append(kept, slot)
		}
	}
	return kept
}

// mentions returns the slots of which there is a record about the posting since the
// commit, and whether they were in it before the oldest of these.
func (v *view) mentions(p *posting) map[uint32]bool {
	were := map[uint32]bool{}
	for number := p.last.Load(); number > v.upto; {
		_, r := v.find(number)
		were[r.slot()] = r.kind() != slotJoined // from new to old: the oldest stays
		number = r.before(number)
	}
	return were
}
