package fifo

import "hash/maphash"

// keySet is the set of the keys of a list, exact and without the keys: it keeps the place of
// each in the list, and computes a key again where two have the same hash. A cell
// is one word without a pointer, hash above place+1, so a million keys take 12 MB where Go's map
// takes more than 100 with its strings, and the collector does not look into it. Open addressing
// with linear probing (Knuth, The Art of Computer Programming, vol. 3, 6.4, algorithm L).
//
// Lists are of less than 2³² objects; their pointers alone would take 64 GB.
type keySet struct {
	cells []uint64
	hash  func(key string) uint32
	// keyAt returns the key at a place that was put.
	keyAt func(i int) string
}

func newKeySet(n int, keyAt func(i int) string) *keySet {
	seed := maphash.MakeSeed()
	return &keySet{
		cells: make([]uint64, n+n/2+1),
		hash:  func(key string) uint32 { return uint32(maphash.String(seed, key) >> 32) },
		keyAt: keyAt,
	}
}

// home maps a hash to a cell evenly (Lemire, "Fast Random Integer Generation in an Interval",
// 2019).
func (s *keySet) home(hash uint32) int { return int(uint64(hash) * uint64(len(s.cells)) >> 32) }

// put notes that the key stands at place i. If it stood at another before, it returns that, and
// from now on knows the new one.
func (s *keySet) put(key string, i int) (earlier int, twice bool) {
	hash := s.hash(key)
	cell := uint64(hash)<<32 | uint64(i+1)
	at, found := s.find(hash, func(i int) bool { return s.keyAt(i) == key })
	if found {
		earlier = placeOf(s.cells[at])
	}
	s.cells[at] = cell
	return earlier, found
}

// has tells whether the set has a key. It asks is of each place whose key has the same hash.
func (s *keySet) has(key string, is func(i int) bool) bool {
	_, found := s.find(s.hash(key), is)
	return found
}

// hasKey is has for places whose keys are at hand.
func (s *keySet) hasKey(key string) bool {
	return s.has(key, func(i int) bool { return s.keyAt(i) == key })
}

// find returns the cell of the place for which is says yes, or the empty one where it would
// stand. There is an empty one, for there are more cells than the list has keys.
func (s *keySet) find(hash uint32, is func(i int) bool) (at int, found bool) {
	for at = s.home(hash); s.cells[at] != 0; {
		if uint32(s.cells[at]>>32) == hash && is(placeOf(s.cells[at])) {
			return at, true
		}
		if at++; at == len(s.cells) {
			at = 0
		}
	}
	return at, false
}

func placeOf(cell uint64) int { return int(uint32(cell)) - 1 }
