package encoded

import "unsafe"

// An object that comes again is mostly what it was. Its bytes are not kept, since that would take as much
// memory as sharing saves; but the earlier version is in somebody's cache, decoded, and bytes can be
// compared with what they would be decoded to: a string's with the string, a message's with the
// struct, field by field, and nothing is allocated. What is equal is taken over, so that the next
// version refers to the parts of the last one, and they live as long as either does. There is no table
// of objects that would have to let go of any.
//
// Equal means: decoding would give the same. Whatever is unusual is said to be different, for then it is
// decoded, and right in any case.

// same tells whether a message would be decoded to what the struct holds. It only reads it.
func (s *state) same(m *message, held unsafe.Pointer, b []byte) bool {
	if m.typ == fieldsType {
		return sameFieldSet(held, b)
	}
	base := len(s.rest)
	same := s.sameMessage(m, held, b)
	s.rest = s.rest[:base]
	return same
}

func (s *state) sameMessage(m *message, held unsafe.Pointer, b []byte) bool {
	var seen uint64
	left := leftovers{from: -1, base: len(s.rest)}
	for i := 0; i < len(b); {
		begin := i
		tag, next := uvarint(b, i)
		if next < 0 || tag >= maxTag {
			return false
		}
		f := m.field(tag >> 3)
		if f == nil || m.compared&f.bit == 0 {
			if i = skip(b, next, tag&7); i < 0 {
				return false
			}
			if left.from < 0 {
				left.from = begin
			}
			continue
		}
		s.cut(&left, b, begin)
		if tag != f.tag || seen&f.bit != 0 {
			return false
		}
		seen |= f.bit
		if i = s.sameField(f, unsafe.Add(held, f.offset), b, begin, next); i < 0 {
			return false
		}
	}
	s.cut(&left, b, len(b))
	return m.lacks(seen, held) && s.sameOthers(m, held, s.pieces(&left))
}

// lacks tells whether the fields that the message does not have are empty in the struct.
func (m *message) lacks(seen uint64, held unsafe.Pointer) bool {
	unseen := m.compared &^ seen
	for i := 0; unseen != 0; i++ {
		f := &m.fields[i]
		if f.bit&unseen == 0 {
			continue
		}
		unseen &^= f.bit
		if !isZero(unsafe.Add(held, f.offset), f.typ.Size()) {
			return false
		}
	}
	return true
}

// sameField compares a field, or a run of fields, from begin on; value is behind the first tag. It
// returns where it ends, -1 if it is different.
func (s *state) sameField(f *field, was unsafe.Pointer, b []byte, begin, value int) (end int) {
	same := false
	switch f.action {
	case text:
		value, end = sized(b, value)
		same = end >= 0 && *(*string)(was) == string(b[value:end])
	case scalar:
		var v uint64
		v, end = uvarint(b, value)
		same = end >= 0 && f.sameScalar(was, v)
	case embedded:
		value, end = sized(b, value)
		same = end >= 0 && s.same(f.elem, was, b[value:end])
	default:
		var count int
		end, count = run(b, begin, f.tag)
		same = end >= 0 && s.sameRun(f, was, b[begin:end], count)
	}
	if !same {
		return -1
	}
	return end
}

// sameRun compares a run with the field that holds its part.
func (s *state) sameRun(f *field, was unsafe.Pointer, run []byte, count int) bool {
	switch f.action {
	case textMap:
		return sameTexts(*(*map[string]string)(was), run, f.drop)
	case otherMap:
		return f.sameEntries(was, run)
	}
	held := f.load(was)
	if held.data == nil {
		return false
	}
	if f.action == pointer {
		b, _ := element(run)
		if f.elem == nil {
			return count == 1 && *(*string)(held.data) == string(b)
		}
		return count == 1 && s.same(f.elem, held.data, b)
	}
	if held.len != count {
		return false
	}
	for i := range count {
		var b []byte
		b, run = element(run)
		at := unsafe.Add(held.data, i*f.size)
		if f.action == texts && *(*string)(at) != string(b) || f.action == messages && !s.same(f.elem, at, b) {
			return false
		}
	}
	return true
}
