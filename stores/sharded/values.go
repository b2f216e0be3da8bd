package sharded

import "informerbench/stores/internal/indexing"

// values are what one object is under in one index. They hold no slice of an index
// function.
type values struct {
	one  string
	many []string // nil: there is one; else the distinct values, none or several
}

var noValues = values{many: []string{}}

// stackIndexes is the number of indexes up to which a write finds room for its values
// on its stack.
const stackIndexes = 8

// valuesOf appends the values of an object under every index from first on. Writers
// call it before they take a lock: it may panic, and may be slow.
func valuesOf(set *indexing.Set, first int, key string, obj any, into []values) []values {
	for i := first; i < set.Len(); i++ {
		into = append(into, valuesUnder(set, i, key, obj))
	}
	return into
}

func valuesUnder(set *indexing.Set, i int, key string, obj any) values {
	if set.Single(i) != nil {
		if value, ok := set.SingleValue(i, key, obj); ok {
			return values{one: value}
		}
		return noValues
	}
	return distinct(set.Value(i, key, obj))
}

func distinct(list []string) values {
	switch len(list) {
	case 0:
		return noValues
	case 1:
		return values{one: list[0]}
	}
	list = indexing.Distinct(list)
	if len(list) == 1 {
		return values{one: list[0]}
	}
	return values{many: list}
}
