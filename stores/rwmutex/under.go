package rwmutex

import (
	"slices"

	"informerbench/stores/internal/indexing"
)

// stackIndexes is the number of indexes up to which a write finds room for
// their values on its stack; informers rarely have more than four.
const stackIndexes = 8

// under is what one object has under one index: n distinct values. A single one,
// the usual case, needs no slice.
type under struct {
	n    int
	one  string   // if n is 1
	list []string // if n is more; may be the index function's own
}

// unchanged, in place of n, says that the slot has these values already.
const unchanged = -1

// appendUnder appends to into what obj has under each function of the set. It is
// where index functions run, so it panics when one fails; the caller has changed
// nothing yet and does not hold mu.
func appendUnder(into []under, set *indexing.Set, key string, obj any) []under {
	for i := range set.Len() {
		into = append(into, underAt(set, i, key, obj))
	}
	return into
}

func underAt(set *indexing.Set, i int, key string, obj any) under {
	if set.Single(i) == nil {
		return underOf(set.Value(i, key, obj))
	}
	if value, ok := set.SingleValue(i, key, obj); ok {
		return under{n: 1, one: value}
	}
	return under{}
}

func underOf(values []string) under {
	switch values = indexing.Distinct(values); len(values) {
	case 0:
		return under{}
	case 1:
		return under{n: 1, one: values[0]}
	default:
		return under{n: len(values), list: values}
	}
}

// values returns them as a slice to read.
func (u *under) values() []string {
	if u.n == 1 {
		return []string{u.one}
	}
	return slices.Clip(u.list)
}
