package mvcc

import (
	"iter"
	"sync/atomic"
)

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

// All ranges over all keys and objects, in O(n), without a copy. It keeps no view while the
// body of the range runs: the view is replaced by one with less log from time to time, and
// a body that takes its time shall not keep the old one.
func (s *snapshot) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		n, more := 0, true
		for number := uint32(0); more; number++ {
			c := s.chunk(number)
			if c == nil {
				s.yield.After(n)
				return
			}
			n, more = s.eachOf(c, number, n, yield)
		}
	}
}

// eachOf hands out the objects of a chunk. It adds their number to n, and tells whether the
// range goes on. For the types see view.appendChunk.
func (s *snapshot) eachOf(c *chunk, number uint32, n int, yield func(string, any) bool) (int, bool) {
	uniform := c.types.Load() == nil
	for offset := range c.entries {
		e := &c.entries[offset]
		key, w := "", words{c.typ, atomic.LoadPointer(&e.data)}
		if e.seq.Load() > s.commit || !uniform { // after data, see entry.seq
			key, w = s.entry(c, number, offset)
		} else if w.exists() {
			key = e.key // that of a blank slot may be written at this moment
		}
		if !w.exists() {
			continue
		}
		if n++; !yield(key, w.join()) {
			return n, false
		}
	}
	return n, true
}

// chunk returns a chunk as it is now, nil behind the last.
func (s *snapshot) chunk(number uint32) *chunk {
	chunks := *s.g.directory.Load()
	if int(number) >= len(chunks) {
		return nil
	}
	return chunks[number].Load()
}

// entry is view.entry, which is only needed for what was written since.
func (s *snapshot) entry(c *chunk, number uint32, offset int) (string, words) {
	e := &c.entries[offset]
	w := s.g.types.words(atomic.LoadPointer(&e.data), c, offset)
	if e.seq.Load() > s.commit { // after data, see entry.seq
		return s.view().entry(c, number, offset)
	}
	if !w.exists() {
		return "", missing // perhaps a blank slot, whose key may be written at this moment
	}
	return e.key, w
}

// ByIndexAll ranges over the keys and objects under one value of an index. It copies the
// numbers of their slots, four bytes each, and like All keeps no view.
func (s *snapshot) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	ix, err := s.find(indexName)
	if err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		slots := s.slots(ix, indexedValue)
		for _, slot := range slots {
			if key, w := s.entry(s.chunk(slot>>offsetBits), slot>>offsetBits, int(slot&offsetMask)); !yield(key, w.join()) {
				return
			}
		}
		s.yield.After(len(slots))
	}, nil
}

func (s *snapshot) slots(ix *index, value string) []uint32 {
	v := s.view()
	if p := v.posting(ix, value); p != nil {
		return v.members(p, nil)
	}
	return nil
}
