package packed

import (
	"reflect"

	"informerbench/stores"
	"informerbench/stores/internal/version"
)

var _ stores.Holder = (*Store)(nil)

// Len is the number of objects, in O(n). Nothing is decoded.
func (s *Store) Len() int {
	n := 0
	for range s.inner.All() {
		n++
	}
	return n
}

// Has tells whether there is an object under key, in O(1). Nothing is decoded.
func (s *Store) Has(key string) bool {
	_, exists := s.inner.Get(key)
	return exists
}

// Holds tells whether there is an object under key, and whether it is obj: in the same version, with the
// same content. It encodes obj and decompresses what is stored, if the versions are the same, which
// takes a fifth of a Get.
func (s *Store) Holds(key string, obj any) (same, exists bool) {
	item, exists := s.inner.Get(key)
	st, standsIn := obj.(*staged)
	switch {
	case !standsIn:
		return s.holds(item, exists, obj), exists
	case st.item == nil:
		same = s.holds(item, exists, st.obj)
	default:
		same = exists && alike(item, st.item)
	}
	if same { // it will not be written: it stands for what is there, and nothing else is kept for it
		st.item, st.obj, st.values = item, nil, nil
	}
	return same, exists
}

// holds tells whether what the inner store has, or has not, is the packed form of an object, or the object.
func (s *Store) holds(item any, exists bool, obj any) bool {
	t := reflect.TypeOf(obj)
	r, packed := item.(*record)
	switch {
	case !exists || t == nil:
		return false
	case !packed: // it may be of a type that cannot be compared
		return t.Kind() == reflect.Pointer && item == obj
	}
	k := s.kindFor(obj)
	if k == nil || r.book.of != t {
		return false
	}
	scratch := takeScratch()
	defer scratch.give()
	plain, err := k.coding.Append(scratch.bytes[:0], obj)
	if err != nil {
		return false
	}
	scratch.bytes = plain
	rv, versioned := version.Of(obj)
	return r.holds(plain, rv, versioned)
}
