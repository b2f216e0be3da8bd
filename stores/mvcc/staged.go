package mvcc

import (
	"informerbench/stores/internal/indexing"
)

// staged is the index values of one or more objects, computed before anything changes:
// a failing index function then leaves no trace. It is flat, so that a transaction
// allocates nothing here once its scratch space has grown.
type staged struct {
	values []string
	ends   []uint32 // where the values of each object under each index end
}

// with computes the values of an object under all functions. It panics as
// [indexing.Set.Value] does. Like append it returns what it extends, so that a single write
// can do with arrays on its stack.
func (s staged) with(set *indexing.Set, key string, obj any) staged {
	for i := range set.Len() {
		s = s.withOne(set, i, key, obj)
	}
	return s
}

// withOne computes the values under one function.
func (s staged) withOne(set *indexing.Set, i int, key string, obj any) staged {
	if set.Single(i) == nil {
		s.values = append(s.values, indexing.Distinct(set.Value(i, key, obj))...)
	} else if value, ok := set.SingleValue(i, key, obj); ok {
		s.values = append(s.values, value)
	}
	s.ends = append(s.ends, uint32(len(s.values)))
	return s
}

// empty is the same memory without values. Those are not forgotten, see reset.
func (s staged) empty() staged { return staged{s.values[:0], s.ends[:0]} }

// of returns the distinct values of the n-th pair of object and index.
func (s staged) of(n int) []string {
	from := uint32(0)
	if n > 0 {
		from = s.ends[n-1]
	}
	return s.values[from:s.ends[n]]
}

// reset forgets the values, and gives back what a large transaction needed.
func (s *staged) reset() {
	if cap(s.values) > stagedKeep || cap(s.ends) > stagedKeep {
		*s = staged{}
		return
	}
	clear(s.values) // they would keep strings of the objects alive
	s.values, s.ends = s.values[:0], s.ends[:0]
}

// stagedKeep is the largest capacity that stays with an idle store: 128 KB of values. Informers
// pop batches of at most 1,000.
const stagedKeep = 8192
