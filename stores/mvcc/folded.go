package mvcc

// folded is what a stretch of the log undoes for one old commit, when the stretch itself
// is too long to be kept: for each slot, posting and chunk the oldest record counts. It
// never changes once a reader can see it. It has a posting as a whole when there is a record
// about it: what all slots did that came and went would be more than all postings.
type folded struct {
	objects map[uint32]words      // what was in a slot; missing words if nothing
	keys    map[string]uint32     // slots whose object was deleted, by the key it had
	chunks  map[uint32]*chunk     // the chunk that was renewed first
	members map[*posting][]uint32 // the slots that were in a posting
	gone    map[uint32][]*posting // those taken out, by the position of the index
	// first and end are which of the writer's folds it is of, end not included; both 0 for
	// what one view has folded for itself.
	first, end uint64
}

func newFolded() *folded {
	return &folded{
		objects: map[uint32]words{},
		keys:    map[string]uint32{},
		chunks:  map[uint32]*chunk{},
		members: map[*posting][]uint32{},
		gone:    map[uint32][]*posting{},
	}
}

// past is the folded stretches of the log after a commit, the oldest first. Where two say
// something about one thing, the older is right.
type past []*folded

func (p past) object(slot uint32) (words, bool) {
	for _, f := range p {
		if w, ok := f.objects[slot]; ok {
			return w, true
		}
	}
	return missing, false
}

func (p past) chunk(number uint32) *chunk {
	for _, f := range p {
		if c := f.chunks[number]; c != nil {
			return c
		}
	}
	return nil
}

func (p past) members(of *posting) ([]uint32, bool) {
	for _, f := range p {
		if slots, ok := f.members[of]; ok {
			return slots, true
		}
	}
	return nil, false
}

func (p past) has(of *posting) bool {
	_, ok := p.members(of)
	return ok
}

// goneFrom returns the postings that were taken out of an index, of those that a commit had.
func (f *folded) goneFrom(index uint32, commit uint64) (postings []*posting) {
	for _, p := range f.gone[index] {
		if p.birth <= commit {
			postings = append(postings, p)
		}
	}
	return postings
}

// merges are the stretches that were merged for one view, for the others that have the same.
type merges map[span]*folded

type span struct{ first, end uint64 }

// compact merges stretches of the same length that stand like brothers in a binary tree over all
// folds. So there are logarithmically many, each record is merged that often, and views
// of different age have the same: the logarithmic method of Bentley and Saxe, "Decomposable
// Searching Problems I", 1980.
func (p past) compact(made merges) past {
	for len(p) > 1 {
		older, newer := p[len(p)-2], p[len(p)-1]
		length := newer.end - newer.first
		if length == 0 || older.end-older.first != length || older.first%(2*length) != 0 {
			break
		}
		both := made[span{older.first, newer.end}]
		if both == nil {
			both = older.with(newer)
			made[span{older.first, newer.end}] = both
		}
		p = append(p[:len(p)-2:len(p)-2], both)
	}
	return p
}

// with returns both in one.
func (f *folded) with(newer *folded) *folded {
	both := newFolded()
	both.first, both.end = f.first, newer.end
	for _, one := range []*folded{newer, f} { // the older overwrites
		merge(both.objects, one.objects)
		merge(both.keys, one.keys)
		merge(both.chunks, one.chunks)
		merge(both.members, one.members)
		for position, postings := range one.gone {
			both.gone[position] = append(both.gone[position], postings...)
		}
	}
	return both
}

func merge[K comparable, V any](into, from map[K]V) {
	for key, value := range from {
		into[key] = value
	}
}
