package adapter

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/client-go/tools/cache"
)

// indexes are the index functions in order. They never change; with makes larger ones, in which
// positions stay.
type indexes struct {
	names     []string
	functions []cache.IndexFunc
	positions map[string]int
}

func (x *indexes) with(more cache.Indexers) (*indexes, error) {
	all := &indexes{slices.Clone(x.names), slices.Clone(x.functions), maps.Clone(x.positions)}
	var conflicts []string
	for _, name := range slices.Sorted(maps.Keys(more)) {
		if _, exists := x.positions[name]; exists {
			conflicts = append(conflicts, name)
		}
		all.positions[name] = len(all.names)
		all.names, all.functions = append(all.names, name), append(all.functions, more[name])
	}
	if len(conflicts) > 0 {
		return nil, fmt.Errorf("indexer conflict: %v", conflicts)
	}
	return all, nil
}

func (x *indexes) find(name string) (int, error) {
	if i, exists := x.positions[name]; exists {
		return i, nil
	}
	return 0, fmt.Errorf("Index with name %s does not exist", name)
}

func (x *indexes) copied() cache.Indexers {
	indexers := make(cache.Indexers, len(x.names))
	for i, name := range x.names {
		indexers[name] = x.functions[i]
	}
	return indexers
}

// record asks all index functions; it panics with client-go's text when one fails. A nil object has no
// values.
func (x *indexes) record(key string, obj any) *Record {
	r := &Record{Key: key, Object: obj, Values: make([][]string, len(x.functions))}
	if obj == nil {
		return r
	}
	for i, function := range x.functions {
		values, err := function(obj)
		if err != nil {
			panic(fmt.Errorf("unable to calculate an index entry for key %q on index %q: %v", key, x.names[i], err))
		}
		r.Values[i] = distinct(values)
	}
	return r
}

// distinct leaves out repeated values; it copies, because the slice may be the function's own.
func distinct(values []string) []string {
	out := make([]string, 0, len(values))
	var seen map[string]bool
	for _, v := range values {
		if len(values) > 16 { // then a map beats looking through a slice
			if seen == nil {
				seen = make(map[string]bool, len(values))
			}
			if seen[v] {
				continue
			}
			seen[v] = true
		} else if slices.Contains(out, v) {
			continue
		}
		out = append(out, v)
	}
	return out
}
