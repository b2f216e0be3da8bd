package mvcc

import (
	"slices"
	"sync/atomic"
)

// appendObjects appends the objects of a posting.
func (v *view) appendObjects(p *posting, into []any) []any {
	if p.last.Load() <= v.commit {
		var ok bool
		if into, ok = v.appendAsFound(p, into); ok {
			return into
		}
	}
	slots := v.members(p, nil)
	into = room(into, len(slots))
	for _, slot := range slots {
		_, w := v.at(slot)
		into = append(into, w.join())
	}
	return into
}

// appendAsFound appends the objects of the slots that it finds, without a list of these. It
// fails in the rare case that the posting was written meanwhile, and returns into then, with the room that it has made.
func (v *view) appendAsFound(p *posting, into []any) ([]any, bool) {
	from, cells := len(into), p.full()
	into = room(into, len(cells))
	chunks := *v.g.directory.Load()
	for i := range cells {
		if w := v.objectAt(chunks, atomic.LoadUint32(&cells[i])); w.exists() {
			into = append(into, w.join())
		}
	}
	if p.last.Load() <= v.commit { // after the cells, see posting.last
		return into, true
	}
	clear(into[from:])
	return into[:from], false
}

// full is the cells up to the last that is in use at this moment.
func (p *posting) full() []uint32 {
	block := p.block()
	n := len(block)
	for n > 0 && atomic.LoadUint32(&block[n-1]) == 0 {
		n--
	}
	return block[:n]
}

// objectAt returns what the slot in a cell had in the view, if it was there.
func (v *view) objectAt(chunks directory, cell uint32) words {
	slot := cell - 1
	if cell == 0 || int(slot>>offsetBits) >= len(chunks) {
		return missing // the posting, and perhaps the directory, was written after the view
	}
	c, offset := chunks.at(slot)
	e := &c.entries[offset]
	w := v.g.types.words(atomic.LoadPointer(&e.data), c, offset)
	if e.seq.Load() > v.commit { // after data, see entry.seq
		_, w = v.object(c, slot>>offsetBits, offset)
	}
	return w
}

func (v *view) appendKeys(p *posting, into []string) []string {
	var buffer [64]uint32
	slots := v.members(p, buffer[:0])
	into = slices.Grow(into, len(slots))
	for _, slot := range slots {
		key, _ := v.at(slot)
		into = append(into, key)
	}
	return into
}

// union returns the objects under any of the values, each once.
func (v *view) union(ix *index, values []string) []any {
	if len(values) == 1 {
		objects := []any{}
		if p := v.posting(ix, values[0]); p != nil {
			objects = v.appendObjects(p, objects)
		}
		return objects
	}
	seen := map[uint32]struct{}{}
	for _, value := range values {
		if p := v.posting(ix, value); p != nil {
			for _, slot := range v.members(p, nil) {
				seen[slot] = struct{}{}
			}
		}
	}
	objects := make([]any, 0, len(seen))
	for slot := range seen {
		_, w := v.at(slot)
		objects = append(objects, w.join())
	}
	return objects
}

// values returns the values whose postings were not empty.
func (v *view) values(ix *index) []string {
	list := *ix.byID.Load()
	values := make([]string, 0, len(list))
	for i := range list {
		if p := list[i].Load(); p != nil && p.birth <= v.commit && v.inUse(p) {
			values = append(values, p.value)
		}
	}
	// Those that are not in the list any more have gone before lastGone is read here.
	return v.withGone(values, v.gone(ix))
}

// withGone adds the values of postings that have gone, if they were in use and are not there.
func (v *view) withGone(values []string, postings []*posting) []string {
	if len(postings) == 0 {
		return values
	}
	there := make(map[string]struct{}, len(values))
	for _, value := range values {
		there[value] = struct{}{}
	}
	for _, p := range postings {
		if _, listed := there[p.value]; !listed && v.inUse(p) {
			values = append(values, p.value)
		}
	}
	return values
}

// inUse tells whether a posting had slots.
func (v *view) inUse(p *posting) bool {
	used := atomic.LoadUint32(&p.block()[0]) != 0
	if p.last.Load() <= v.commit { // after the cell, see posting.last
		return used
	}
	return len(v.members(p, nil)) > 0
}
