package keytree

import (
	"iter"
	"slices"
)

// From yields the entries with keys at or above start, in key order. The tree must
// not change meanwhile: walk a clone beside a writer.
func (t *Tree[V]) From(start string) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) { t.root.walk(start, yield) }
}

func (n *node[V]) walk(start string, yield func(string, V) bool) bool {
	if n.leaf() {
		i, _ := slices.BinarySearch(n.keys, start)
		for ; i < len(n.keys); i++ {
			if !yield(n.keys[i], n.values[i]) {
				return false
			}
		}
		return true
	}
	first := n.childFor(start)
	for i := first; i < len(n.children); i++ {
		if i > first {
			start = "" // everything in later children is above it
		}
		if !n.children[i].walk(start, yield) {
			return false
		}
	}
	return true
}

// Rank returns how many keys are below the given one, in O(log n).
func (t *Tree[V]) Rank(key string) int {
	rank, n := 0, t.root
	for !n.leaf() {
		at := n.childFor(key)
		for _, child := range n.children[:at] {
			rank += child.count
		}
		n = n.children[at]
	}
	i, _ := slices.BinarySearch(n.keys, key)
	return rank + i
}
