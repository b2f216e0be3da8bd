package encoded

import "unsafe"

// A part enters the table only when it has proved that others share it: most parts are one
// object's own, and to keep their bytes would cost more than sharing saves. Until then it is among
// the recent ones of the state that decoded it: siblings come one after the other in a list, and
// soon after each other in a watch.

// recentPart holds its part strongly. It goes when as many others as a set has came to its set, or with
// its state.
type recentPart struct {
	object uint64 // the last one that had it
	bytes  []byte // its own memory, used again
	part   part
	kind   uint32
	count  uint32 // of elements
	again  uint32 // how often it was found, in another object than before
}

type recentText struct {
	object uint64
	text   string
	again  uint32
}

// set is a small cache of which each hash has one. Its hashes fill a line of the processor's cache.
type set[T any] struct {
	hash [ways]uint64 // 0: nothing
	next uint8        // the oldest
	slot [ways]T
}

const (
	ways     = 8
	partSets = 1 << 7
	textSets = 1 << 8
	// recentBytes bounds what the parts' bytes of one state may take. When they do, it begins anew.
	recentBytes = 1 << 20
	// mostShared is the largest part that is looked up.
	mostShared = recentBytes / 4
	// mostText is the longest string that is looked up by itself.
	mostText = 1 << 10
)

// find returns the place of a hash, -1 if it has none.
func (s *set[T]) find(hash uint64) int {
	for i := range s.hash {
		if s.hash[i] == hash {
			return i
		}
	}
	return -1
}

// place returns the oldest place, for that hash.
func (s *set[T]) place(hash uint64) *T {
	i := s.next % ways
	s.next++
	s.hash[i] = hash
	return &s.slot[i]
}

// recall returns the recent part of these bytes. If it has been shared for long enough, it enters the table.
func (s *state) recall(f *field, hash uint64, run []byte) (part, bool) {
	in := &s.parts[hash%partSets]
	i := in.find(hash)
	if i < 0 {
		return part{}, false
	}
	r := &in.slot[i]
	if r.kind != f.kind || string(r.bytes) != string(run) {
		return part{}, false
	}
	if r.object == s.object && s.object != 0 {
		return r.part, true // the object's own, in an earlier version
	}
	r.object = s.object
	r.again++
	if int(r.again)*f.saved(int(r.count), len(run)) >= entryCost+len(run) {
		v := s.decoder.table.add(hash, f.kind, run, r.part)
		// From now on it is found in the table, as long as it is used.
		*r, in.hash[i] = recentPart{bytes: r.bytes}, 0
		return v, true
	}
	return r.part, true
}

// remember keeps a part that was not known.
func (s *state) remember(f *field, hash uint64, run []byte, count int, v part) {
	if s.held+len(run) > recentBytes {
		clear(s.parts[:])
		s.held = 0
	}
	r := s.parts[hash%partSets].place(hash)
	before := cap(r.bytes)
	r.bytes = append(r.bytes[:0], run...)
	s.held += cap(r.bytes) - before
	*r = recentPart{object: s.object, bytes: r.bytes, part: v, kind: f.kind, count: uint32(count)}
}

// saved estimates what sharing a part once saves: what the field refers to, and the strings and
// such below it, which are about as large as their encoding.
func (f *field) saved(count, encoded int) int {
	const ofMap = 48 + 8 // header and control word
	if f.action == textMap || f.action == otherMap {
		return ofMap + 8*f.size*((count+7)/8) + encoded
	}
	return count*f.size + encoded
}

// text returns the string of these bytes: the shared one if there is one.
func (s *state) text(id uint32, b []byte) string {
	l := &s.learned[id]
	if len(b) == 0 || len(b) > mostText || !l.worthwhile() {
		return string(b)
	}
	hash := s.decoder.table.hash(0, b)
	if v, ok := s.decoder.table.find(hash, 0, b); ok {
		l.saw(true)
		return textOf(v.data, v.len)
	}
	in := &s.texts[hash%textSets]
	i := in.find(hash)
	if i < 0 || in.slot[i].text != string(b) {
		l.saw(false)
		text := string(b)
		*in.place(hash) = recentText{object: s.object, text: text}
		return text
	}
	r := &in.slot[i]
	l.saw(true)
	if r.object == s.object && s.object != 0 {
		return r.text
	}
	r.object = s.object
	r.again++
	if int(r.again)*len(b) < entryCost {
		return r.text
	}
	text := roomy(r.text)
	v := s.decoder.table.add(hash, 0, b, part{dataOf(text), len(text)})
	*r, in.hash[i] = recentText{}, 0
	return textOf(v.data, v.len)
}

// roomy returns the string in memory of its own: the allocator puts smaller ones together, and
// then one keeps the others.
func roomy(s string) string {
	if len(s) >= leastShared {
		return s
	}
	b := append(make([]byte, 0, leastShared), s...)
	return textOf(unsafe.Pointer(unsafe.SliceData(b)), len(b))
}
