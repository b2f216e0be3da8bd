package encoded

import (
	"reflect"
	"unsafe"
)

// run decodes a run of fields of one number into a field, or makes the field refer to what the
// same bytes were decoded to before. Was is nil, or the field in the version that is held.
func (s *state) run(m *message, f *field, at unsafe.Pointer, run []byte, count int, was unsafe.Pointer) error {
	to := unsafe.Add(at, f.offset)
	if was != nil && f.comparable() && s.sameRun(f, was, run, count) {
		s.counts.kept++
		f.store(to, f.load(was))
		return nil
	}
	l := &s.learned[f.id]
	if len(run) > mostShared || !l.worthwhile() {
		return s.decodeRun(m, f, at, to, run, count, was)
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
	if err := s.decodeRun(m, f, at, to, run, count, was); err != nil {
		return err
	}
	if v := f.load(to); v.data != nil {
		s.remember(f, hash, run, count, v)
	}
	return nil
}

func (s *state) decodeRun(m *message, f *field, at, to unsafe.Pointer, run []byte, count int, was unsafe.Pointer) error {
	var held part
	if was != nil {
		held = f.load(was)
	}
	switch f.action {
	case messages:
		return s.messages(f, to, run, count, held)
	case texts:
		s.strings(f, to, run, count)
		return nil
	case textMap:
		return s.textMap(f, to, run, count)
	case pointer:
		if f.elem != nil {
			return s.pointer(f, to, run, held.data)
		}
	}
	return f.settled(m, at, run)
}

// messages decodes elements. Those that are held at the same place are not decoded again.
func (s *state) messages(f *field, to unsafe.Pointer, run []byte, count int, held part) error {
	at := f.grow(to, count)
	for i := 0; len(run) > 0; i++ {
		var b []byte
		b, run = element(run)
		var was unsafe.Pointer
		if i < held.len {
			was = unsafe.Add(held.data, i*f.size)
			if s.same(f.elem, was, b) {
				f.elem.copy(unsafe.Add(at, i*f.size), was)
				continue
			}
		}
		if err := s.message(f.elem, unsafe.Add(at, i*f.size), b, was); err != nil {
			return err
		}
	}
	return f.settleGenerated(to)
}

func (s *state) pointer(f *field, to unsafe.Pointer, run []byte, was unsafe.Pointer) error {
	b, _ := element(run)
	at := reflect.New(f.elem.typ).UnsafePointer()
	*(*unsafe.Pointer)(to) = at
	if err := s.message(f.elem, at, b, was); err != nil {
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

func (s *state) textMap(f *field, to unsafe.Pointer, run []byte, count int) error {
	all := make(map[string]string, count)
	for len(run) > 0 {
		var b []byte
		b, run = element(run)
		key, value, ok := keyAndValue(b)
		if !ok {
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
