package rwmutex

import "informerbench/stores/internal/indexing"

// stackIndexes is the number of indexes up to which a write finds room for
// their values on its stack; informers rarely have more than four.
const stackIndexes = 8

// put stores one object. The caller holds mu.
func (s *Store) put(key string, obj any) {
	old := s.items[key]
	// Every index function runs before the first change. One that fails after
	// that would leave the object stored but not, or only partly, indexed.
	var oldValues, newValues [stackIndexes][]string
	before := s.set.Values(key, old, oldValues[:0])
	after := s.set.Values(key, obj, newValues[:0])
	s.items[key] = obj
	for i := range s.postings {
		s.postings[i].move(key, before[i], after[i])
	}
}

// remove takes one object out, if it is there. The caller holds mu.
func (s *Store) remove(key string) {
	old, exists := s.items[key]
	if !exists {
		return
	}
	var oldValues [stackIndexes][]string
	before := s.set.Values(key, old, oldValues[:0])
	delete(s.items, key)
	for i := range s.postings {
		s.postings[i].move(key, before[i], nil)
	}
}

// move takes the key from the sets of the values that only the old object has
// to those that only the new one has.
func (p posting) move(key string, before, after []string) {
	leave, join := indexing.Changes(before, after)
	p.shift(key, leave, join)
}

// shift is move for differences that are known already.
func (p posting) shift(key string, leave, join []string) {
	for _, value := range leave {
		p.leave(key, value)
	}
	for _, value := range join {
		p.join(key, value)
	}
}
