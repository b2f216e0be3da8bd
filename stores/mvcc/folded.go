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
	gone    map[*index][]*posting // those taken out
	records int                   // that were folded
}

func newFolded() *folded {
	return &folded{
		objects: map[uint32]words{},
		keys:    map[string]uint32{},
		chunks:  map[uint32]*chunk{},
		members: map[*posting][]uint32{},
		gone:    map[*index][]*posting{},
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

func (p past) key(key string) (uint32, bool) {
	for _, f := range p {
		if slot, ok := f.keys[key]; ok {
			return slot, true
		}
	}
	return 0, false
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

// compact merges stretches of like size, so that there are few of them (logarithmically many),
// and each record is merged that often: the logarithmic method of Bentley and Saxe,
// "Decomposable Searching Problems I", 1980.
func (p past) compact() past {
	for len(p) > 1 {
		older, newer := p[len(p)-2], p[len(p)-1]
		if older.records > 2*newer.records {
			break
		}
		p = append(p[:len(p)-2:len(p)-2], older.with(newer))
	}
	return p
}

// with returns both in one.
func (f *folded) with(newer *folded) *folded {
	both := newFolded()
	both.records = f.records + newer.records
	for _, one := range []*folded{newer, f} { // the older overwrites
		merge(both.objects, one.objects)
		merge(both.keys, one.keys)
		merge(both.chunks, one.chunks)
		merge(both.members, one.members)
		for ix, postings := range one.gone {
			both.gone[ix] = append(both.gone[ix], postings...)
		}
	}
	return both
}

func merge[K comparable, V any](into, from map[K]V) {
	for key, value := range from {
		into[key] = value
	}
}
