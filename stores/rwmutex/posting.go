package rwmutex

import "slices"

// posting is one index: the set of keys for each index value.
type posting map[string]keySet

type keySet map[string]struct{}

func newPostings(n int) []posting {
	postings := make([]posting, n)
	for i := range postings {
		postings[i] = posting{}
	}
	return postings
}

func (p posting) join(key, value string) {
	keys := p[value]
	if keys == nil {
		keys = keySet{}
		p[value] = keys
	}
	keys[key] = struct{}{}
}

// leave drops a set with its last key. Kept empty sets would pile up under
// values that never come back, such as owners of short-lived objects
// (kubernetes/kubernetes#84959).
func (p posting) leave(key, value string) {
	keys := p[value]
	delete(keys, key)
	if len(keys) == 0 {
		delete(p, value)
	}
}

// union returns the keys under any of the values. With one value it is the
// posting's own set, so it may only be read, and only under the lock.
func (p posting) union(values []string) keySet {
	if len(values) == 1 {
		return p[values[0]]
	}
	keys := keySet{}
	for _, value := range values {
		for key := range p[value] {
			keys[key] = struct{}{}
		}
	}
	return keys
}

func (keys keySet) sorted() []string {
	list := make([]string, 0, len(keys))
	for key := range keys {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}
