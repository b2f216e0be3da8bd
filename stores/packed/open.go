package packed

// open returns the object of what the inner store holds, and remembers it for the next time.
func (s *Store) open(item any) any {
	r, packed := item.(*record)
	if !packed {
		return item
	}
	if s.warm == nil {
		obj, _ := r.decode() // a new one, whatever hangs on the record while it is written
		return obj
	}
	if e := s.warm.get(r); e != nil {
		return e.obj
	}
	obj, size := r.decode()
	return s.warm.keep(r, obj, size)
}

// look is open without remembering: who reads everything shall not push out what others look up.
func (s *Store) look(item any) any {
	r, packed := item.(*record)
	if !packed {
		return item
	}
	if s.warm != nil {
		if e := s.warm.peek(r); e != nil {
			return e.obj
		}
	}
	obj, _ := r.decode()
	return obj
}

const (
	// fewResults is up to how many objects a list is taken for a look-up.
	fewResults = 32
	// manyResults is from how many objects on several processors decode a list: some milliseconds of
	// work. The caller then waits for its own goroutines, and still for no writer.
	manyResults = 512
	// openPiece is how many objects one processor decodes at once.
	openPiece = 128
)

// openAll puts objects in the place of what the inner store holds. The inner store has answered by
// then, so whatever this takes, nobody waits for it but the caller.
func (s *Store) openAll(items []any) []any {
	switch {
	case len(items) <= fewResults:
		for i := range items {
			items[i] = s.open(items[i])
		}
	case len(items) < manyResults:
		for i := range items {
			items[i] = s.look(items[i])
		}
	default:
		onAll(s.processors, len(items), openPiece, func(i int) { items[i] = s.look(items[i]) })
	}
	return items
}
