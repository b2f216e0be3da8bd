package mvcc

import "iter"

// All ranges over all keys and objects of one state, which it pins while it runs.
func (s *Store) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		snap := s.pin()
		defer snap.Close()
		snap.All()(yield)
	}
}

// ByIndexAll ranges over the keys and objects under one value of an index, of one
// state, which it pins while it runs.
func (s *Store) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	if _, _, err := s.viewOf(indexName); err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		snap := s.pin()
		defer snap.Close()
		if all, err := snap.ByIndexAll(indexName, indexedValue); err == nil {
			all(yield)
		}
	}, nil
}

// some is a stretch of a range: what was read with one view, which may be replaced while it is handed out.
type some struct {
	n       int
	keys    [slotsPerChunk]string
	objects [slotsPerChunk]words
}

func (b *some) add(key string, w words) {
	b.keys[b.n], b.objects[b.n] = key, w
	b.n++
}

// each hands out the stretch, and tells whether the range goes on.
func (b *some) each(yield func(string, any) bool) bool {
	for i := range b.n {
		if !yield(b.keys[i], b.objects[i].join()) {
			return false
		}
	}
	b.n = 0
	return true
}

// All ranges over all keys and objects, chunk by chunk: in O(n), without a copy.
func (s *snapshot) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		var b some
		n := 0
		for number := 0; s.readChunk(number, &b); number++ {
			n += b.n
			if !b.each(yield) {
				return
			}
		}
		s.yield.After(n)
	}
}

// readChunk reads the objects of a chunk, and tells whether there is one.
func (s *snapshot) readChunk(number int, into *some) bool {
	v := s.view()
	chunks := *v.g.directory.Load()
	if number >= len(chunks) {
		return false
	}
	c := chunks[number].Load()
	if c == nil {
		return false
	}
	for offset := range c.entries {
		if key, w := v.entry(c, uint32(number), offset); w.exists() {
			into.add(key, w)
		}
	}
	return true
}

// ByIndexAll ranges over the keys and objects under one value of an index. It copies the
// numbers of their slots, four bytes each.
func (s *snapshot) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	ix, err := s.find(indexName)
	if err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		var slots []uint32
		v := s.view()
		if p := v.posting(ix, indexedValue); p != nil {
			slots = v.members(p, nil)
		}
		n := len(slots)
		var b some
		for len(slots) > 0 {
			slots = s.readSlots(slots, &b)
			if !b.each(yield) {
				return
			}
		}
		s.yield.After(n)
	}, nil
}

// readSlots reads a stretch of slots and returns the others.
func (s *snapshot) readSlots(slots []uint32, into *some) []uint32 {
	v, n := s.view(), min(len(slots), slotsPerChunk)
	for _, slot := range slots[:n] {
		into.add(v.at(slot))
	}
	return slots[n:]
}
