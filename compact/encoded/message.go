package encoded

import "unsafe"

// The generated code decodes a message field by field, and what it does for one field touches no
// other. So a message may be split by field numbers: those with an action are decoded here, the others
// are handed to the generated code, in their order. Where the meaning depends on the order, as
// when a message that is not repeated comes twice and is merged, the object is left to the
// generated code as a whole.

// leftovers are the fields of one message that are for the generated code.
type leftovers struct {
	from   int    // where the piece that is being read begins, -1 if none is
	only   []byte // the first piece, as long as there is no other
	base   int    // where the state's stack begins for this message
	copied bool   // the pieces are on the stack
}

// message decodes a message into an empty struct. Held is nil, or a struct of the same type from
// which parts may be taken, see same.go.
func (s *state) message(m *message, at unsafe.Pointer, b []byte, held unsafe.Pointer) error {
	if !m.planned {
		return m.generated(at, b)
	}
	var seen uint64
	left := leftovers{from: -1, base: len(s.rest)}
	for i := 0; i < len(b); {
		begin := i
		tag, next := uvarint(b, i)
		if next < 0 || tag >= maxTag {
			return errUnusual
		}
		f := m.field(tag >> 3)
		if f == nil {
			if i = skip(b, next, tag&7); i < 0 {
				return errUnusual
			}
			if left.from < 0 {
				left.from = begin
			}
			continue
		}
		s.cut(&left, b, begin)
		if tag != f.tag || seen&f.bit != 0 && f.action != text && f.action != scalar {
			return errUnusual
		}
		seen |= f.bit
		var err error
		if i, err = s.one(m, f, at, b, begin, next, held); err != nil {
			return err
		}
	}
	s.cut(&left, b, len(b))
	return s.finish(m, at, &left)
}

// one decodes a field, or a run of fields, from begin on; value is behind the first tag. It returns where it ends.
func (s *state) one(m *message, f *field, at unsafe.Pointer, b []byte, begin, value int, held unsafe.Pointer) (end int, err error) {
	to, was := unsafe.Add(at, f.offset), held
	if held != nil {
		was = unsafe.Add(held, f.offset)
	}
	switch f.action {
	case text:
		if value, end = sized(b, value); end < 0 {
			return 0, errUnusual
		}
		if was != nil && *(*string)(was) == string(b[value:end]) {
			*(*string)(to) = *(*string)(was)
			return end, nil
		}
		*(*string)(to) = s.text(f.id, b[value:end])
		return end, nil
	case scalar:
		v, end := uvarint(b, value)
		if end < 0 {
			return 0, errUnusual
		}
		*(*unsafe.Pointer)(to) = s.decoder.scalars.pointer(f.typ.Elem().Kind(), v)
		return end, nil
	case embedded:
		if value, end = sized(b, value); end < 0 {
			return 0, errUnusual
		}
		return end, s.message(f.elem, to, b[value:end], was)
	}
	end, count := run(b, begin, f.tag)
	if end < 0 || count > 1 && f.action == pointer {
		return 0, errUnusual
	}
	switch f.action {
	case dropped:
		return end, nil
	case settled:
		return end, f.settled(m, at, b[begin:end])
	}
	return end, s.run(m, f, at, b[begin:end], count, was)
}

// cut ends the piece that is being read, if one is.
func (s *state) cut(left *leftovers, b []byte, end int) {
	if left.from < 0 {
		return
	}
	piece := b[left.from:end]
	left.from = -1
	switch {
	case left.copied:
		s.rest = append(s.rest, piece...)
	case left.only == nil:
		left.only = piece
	default:
		s.rest = append(append(s.rest, left.only...), piece...)
		left.copied = true
	}
}

// finish hands the leftovers to the generated code, and takes them off the stack: whatever the
// message's fields put there in between is gone by then.
func (s *state) finish(m *message, at unsafe.Pointer, left *leftovers) error {
	pieces := s.pieces(left)
	if pieces == nil {
		return nil
	}
	err := m.generated(at, pieces)
	if left.copied {
		s.rest = s.rest[:left.base]
	}
	return err
}

// pieces are the leftovers as one message, nil if there are none.
func (s *state) pieces(left *leftovers) []byte {
	if left.copied {
		return s.rest[left.base:]
	}
	return left.only
}
