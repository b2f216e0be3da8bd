package mvcc

// foldTo returns the same view with less log: the records up to a later commit are
// taken out of it into one more stretch of its past. v stays as it is.
func (v view) foldTo(commit uint64) view {
	stretch := newFolded()
	stretch.records = int(commit - v.upto)
	v.past = append(v.past[:len(v.past):len(v.past)], stretch)
	for v.upto < commit {
		segment, r := v.segment.find(v.upto + 1)
		v.segment = segment
		v.fold(segment, r, v.upto+1)
		v.upto++
	}
	v.past = v.past.compact()
	return v
}

// fold takes one record into the last stretch. What the first record about a thing says is
// what was there at the commit; the first is the one whose predecessor is not newer.
func (v *view) fold(segment *segment, r *record, number uint64) {
	f, slot := v.past[len(v.past)-1], r.slot()
	switch r.kind() {
	case objectWritten, objectRemoved:
		if r.before(number) <= v.commit {
			f.objects[slot] = segment.object(r, number)
		}
		if r.kind() == objectRemoved {
			v.foldKey(f, slot)
		}
	case chunkRenewed:
		if old := (*chunk)(r.data); old.birth <= v.commit {
			f.chunks[slot] = old
		}
	case slotJoined, slotLeft, slotMoved:
		if p := (*posting)(r.data); p.birth <= v.commit && !v.past.has(p) {
			f.members[p] = v.members(p, nil)
		}
	case postingGone:
		// An index that is not among those of the view was added after it.
		if p := (*posting)(r.data); p.birth <= v.commit && int(slot) < len(v.indexes.list) {
			ix := v.indexes.list[slot]
			f.gone[ix] = append(f.gone[ix], p)
		}
	}
}

// foldKey notes where the deleted object of a slot is, if the view has it, for its key is not
// in the table any more, or soon will not be.
func (v *view) foldKey(f *folded, slot uint32) {
	if key, w := v.at(slot); w.exists() {
		f.keys[key] = slot
	}
}

// deleted finds the slot of a key that the view has and the table has no more. A key leaves the
// table after the commit that deletes it, so whoever has not found it there
// finds the record of that, up to a commit that he loads now.
func (v *view) deleted(key string) (words, bool) {
	if slot, ok := v.past.key(key); ok {
		_, w := v.at(slot)
		return w, true
	}
	segment, now := v.segment, v.g.commit.Load()
	for number := v.upto + 1; number <= now; number++ {
		var r *record
		if segment, r = segment.find(number); r.kind() != objectRemoved {
			continue
		}
		if w := v.objectOf(r.slot(), key); w.exists() {
			return w, true
		}
	}
	return missing, false
}

// objectOf returns the object that a slot had under a key. The slot was deleted since, so it
// has had a key by then, which may be looked at; nearly always it is another one.
func (v *view) objectOf(slot uint32, key string) words {
	c, offset := v.g.directory.Load().at(slot)
	if v.chunk(c, slot>>offsetBits).entries[offset].key != key {
		return missing
	}
	_, w := v.object(c, slot>>offsetBits, offset)
	return w
}
