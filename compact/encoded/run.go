package encoded

import (
	"reflect"
	"unsafe"
)

// run decodes a run of fields of one number into a field, or makes the field refer to what the
// same bytes were decoded to before.
func (s *state) run(m *message, f *field, at unsafe.Pointer, run []byte, count int) error {
	to := unsafe.Add(at, f.offset)
	l := &s.learned[f.id]
	if len(run) > mostShared || !l.worthwhile() {
		return s.decodeRun(m, f, at, to, run, count)
	}
	hash := s.decoder.table.hash(f.kind, run)
	v, ok := s.decoder.table.find(hash, f.kind, run)
	if !ok {
		v, ok = s.recall(f, hash, run)
	}
	l.saw(ok)
	if ok {
		s.counts.found++
		f.store(to, v)
		return nil
	}
	s.counts.missed++
	if err := s.decodeRun(m, f, at, to, run, count); err != nil {
		return err
	}
	if v := f.load(to); v.data != nil {
		s.remember(f, hash, run, count, v)
	}
	return nil
}

func (s *state) decodeRun(m *message, f *field, at, to unsafe.Pointer, run []byte, count int) error {
	switch f.action {
	case messages:
		return s.messages(f, to, run, count)
	case texts:
		s.strings(f, to, run, count)
		return nil
	case textMap:
		return s.textMap(f, to, run, count)
	case pointer:
		if f.elem != nil {
			return s.pointer(f, to, run)
		}
	}
	return f.settled(m, at, run)
}

func (s *state) messages(f *field, to unsafe.Pointer, run []byte, count int) error {
	at := f.grow(to, count)
	for i := 0; len(run) > 0; i++ {
		var b []byte
		b, run = element(run)
		if err := s.message(f.elem, unsafe.Add(at, i*f.size), b); err != nil {
			return err
		}
	}
	return f.settleGenerated(to)
}

func (s *state) pointer(f *field, to unsafe.Pointer, run []byte) error {
	b, _ := element(run)
	at := reflect.New(f.elem.typ).UnsafePointer()
	*(*unsafe.Pointer)(to) = at
	if err := s.message(f.elem, at, b); err != nil {
		return err
	}
	return f.settleGenerated(to)
}

func (s *state) strings(f *field, to unsafe.Pointer, run []byte, count int) {
	all := make([]string, 0, count)
	for len(run) > 0 {
		var b []byte
		b, run = element(run)
		all = append(all, s.text(f.id+1, b))
	}
	f.store(to, part{unsafe.Pointer(unsafe.SliceData(all)), count})
}

// textMap decodes entries as every encoder writes them: a key and a value, either of which is
// left out by some if it is empty.
func (s *state) textMap(f *field, to unsafe.Pointer, run []byte, count int) error {
	const keyTag, valueTag = 1<<3 | wireBytes, 2<<3 | wireBytes
	all := make(map[string]string, count)
	for len(run) > 0 {
		var b, key, value []byte
		b, run = element(run)
		if len(b) > 0 && b[0] == keyTag {
			begin, end := sized(b, 1)
			if end < 0 {
				return errUnusual
			}
			key, b = b[begin:end], b[end:]
		}
		if len(b) > 0 && b[0] == valueTag {
			begin, end := sized(b, 1)
			if end < 0 {
				return errUnusual
			}
			value, b = b[begin:end], b[end:]
		}
		if len(b) > 0 {
			return errUnusual
		}
		if f.drop == "" || string(key) != f.drop {
			all[s.text(f.id+1, key)] = s.text(f.id+2, value)
		}
	}
	if len(all) > 0 {
		*(*map[string]string)(to) = all
	}
	return nil
}

// settled lets the generated code decode a run into the message's field, and settles what it made.
func (f *field) settled(m *message, at unsafe.Pointer, run []byte) error {
	err := m.generated(at, run)
	if err == nil && (f.quantities || f.action == settled) {
		settle(reflect.NewAt(f.typ, unsafe.Add(at, f.offset)).Elem())
	}
	return err
}

// settleGenerated settles elements that the generated code made; others have been already.
func (f *field) settleGenerated(to unsafe.Pointer) error {
	if f.quantities && !f.elem.planned {
		settle(reflect.NewAt(f.typ, to).Elem())
	}
	return nil
}
