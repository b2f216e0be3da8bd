package packed

// open returns the object of what the inner store holds, and remembers it for the next time.
func (s *Store) open(item any) any {
	r, packed := item.(*record)
	if !packed {
		return item
	}
	obj, there := s.warm.get(r)
	if !there {
		var size int
		obj, size = r.decode()
		s.warm.put(r, obj, size)
	}
	return obj
}

// look is open without remembering: who reads everything shall not push out what others look up.
func (s *Store) look(item any) any {
	r, packed := item.(*record)
	if !packed {
		return item
	}
	obj, there := s.warm.get(r)
	if !there {
		obj, _ = r.decode()
	}
	return obj
}

const (
	// fewResults is up to how many objects a list is taken for a look-up.
	fewResults = 32
	// manyResults is from how many objects on all processors decode a list: some milliseconds of work.
	// The caller then waits for its own goroutines, and still for no writer.
	manyResults = 512
	// openPiece is how many objects one processor decodes at once.
	openPiece = 128
)

// openAll puts objects in the place of what the inner store holds.
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
		onAll(len(items), openPiece, func(i int) { items[i] = s.look(items[i]) })
	}
	return items
}
