package mvcc

// foldTo returns the same view with less log: the records up to a later commit are
// taken out of it into one more stretch of its past. v stays as it is.
func (v view) foldTo(commit uint64) view {
	v.past = append(v.past[:len(v.past):len(v.past)], newFolded())
	for v.upto < commit {
		segment, r := v.find(v.upto + 1)
		v.segment, v.route = segment, nil
		v.fold(segment, r, v.upto+1)
		v.upto++
	}
	v.route = nil // it would keep the log alive
	return v
}

// fold takes one record into the last stretch. What the first record about a thing says is
// what was there at the commit; the first is the one whose predecessor is not newer.
//
// A view of an older commit may use the stretch as well, after those of its own. A thing that was
// written between the two commits is in one of these, which counts first; any other was
// at the newer commit what it was at the older.
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
			f.chunks[slot] = old.trimmed(v.commit)
		}
	case slotJoined, slotLeft, slotMoved:
		if p := (*posting)(r.data); p.birth <= v.commit && !v.past.has(p) {
			f.members[p] = v.members(p, nil)
		}
	case postingGone:
		if p := (*posting)(r.data); p.birth <= v.commit {
			f.gone[slot] = append(f.gone[slot], p)
		}
	}
}

// trimmed returns a copy without the objects that are newer than a commit, which it would
// keep alive. Their sequences send a reader to what was there before.
func (c *chunk) trimmed(commit uint64) *chunk {
	old := &chunk{birth: c.birth, typ: c.typ}
	for offset := range c.entries {
		w, seq := c.load(offset)
		if seq > commit {
			w = missing
		}
		old.entries[offset].key = c.entries[offset].key
		old.store(offset, w, seq)
	}
	return old
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
	for _, f := range v.past {
		if slot, ok := f.keys[key]; ok {
			if w := v.objectOf(slot, key); w.exists() {
				return w, true
			}
		}
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
