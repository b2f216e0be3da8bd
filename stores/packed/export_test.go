package packed

import "fmt"

// VerifyWarm tells what is wrong with the cache of a store that nobody uses at the moment: each object
// hangs on its record and has the place that it thinks it has, and what is used is their sum.
func VerifyWarm(s *Store) error {
	if s.warm == nil {
		return nil
	}
	placed := map[*cached]bool{}
	sum := int64(0)
	for i := range s.warm.places {
		e := s.warm.places[i].Load()
		if e == nil {
			continue
		}
		if e.of.shown.Load() != e || int(e.place.Load()) != i {
			return fmt.Errorf("place %d has an object that does not hang on its record, or thinks it is in place %d", i, e.place.Load())
		}
		placed[e], sum = true, sum+e.size
	}
	if used := s.warm.used.Load(); used != sum {
		return fmt.Errorf("%d bytes are used, and the objects take %d", used, sum)
	}
	for key, item := range s.inner.All() {
		if r, packed := item.(*record); packed && r.shown.Load() != nil && !placed[r.shown.Load()] {
			return fmt.Errorf("an object hangs on the record of %q and has no place", key)
		}
	}
	return nil
}

// SameRecord tells whether two stand-ins stand for one record.
func SameRecord(a, b any) bool { return a.(*staged).item == b.(*staged).item }
