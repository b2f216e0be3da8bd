package packed

// Stats say what a store holds and how it got on.
type Stats struct {
	// Packed are the objects that are stored encoded, and Live those that are kept as they are,
	// nil included, since there is no coding for them.
	Packed, Live int
	// EncodedBytes is what the packed objects took encoded, and PackedBytes what they take
	// compressed, resource versions included, keys and indexes not.
	EncodedBytes, PackedBytes int64
	// Dictionaries are those in memory, one for each type that has none yet included. That
	// some of them are garbage shows only after a collection.
	Dictionaries int
	// Hits and Misses count look-ups of packed objects, in lists as well, and CacheBytes is what
	// the decoded objects in the cache take, as estimated. Index functions do not count.
	Hits, Misses int64
	CacheBytes   int64
}

// Stats looks at each object's record, of one state: O(n).
func (s *Store) Stats() (stats Stats) {
	for _, item := range s.inner.All() {
		r, packed := item.(*record)
		if !packed {
			stats.Live++
			continue
		}
		stats.Packed++
		stats.EncodedBytes += int64(r.plainSize())
		stats.PackedBytes += int64(len(r.data))
	}
	stats.Dictionaries = int(s.books.Load())
	if c := s.warm; c != nil {
		stats.Hits, stats.Misses, stats.CacheBytes = c.hits.sum(), c.misses.sum(), c.used.Load()
	}
	return stats
}
