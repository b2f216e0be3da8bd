// Package keytree is a sorted map from string to anything that can be cloned in
// constant time: a B+ tree whose nodes are copied on write once they are shared.
package keytree

import "slices"

const (
	// maxFill bounds the entries of a leaf and the children of an inner node: big
	// enough for few levels, small enough that copying a node stays cheap.
	maxFill = 64
	// mergeBelow is the fill under which a node looks for a neighbor to merge with.
	mergeBelow = maxFill / 4
	// mergedFill bounds the fill after a merge, so that the next insert does not split again.
	mergedFill = maxFill * 3 / 4
)

// token marks the nodes that one tree may change in place. It has a size because
// pointers to distinct zero-size values may be equal.
type token struct{ _ byte }

// Tree is a sorted map. Its methods are not safe for concurrent use, but a tree
// and its clones are independent: each may be used by a goroutine of its own.
// Lookups and changes cost O(log n). The zero value is not usable: see New.
type Tree[V any] struct {
	root  *node[V]
	owner *token
}

// New returns an empty tree.
func New[V any]() *Tree[V] { return &Tree[V]{root: &node[V]{}, owner: &token{}} }

// Clone returns a tree of the same content in constant time. Both trees lose the
// ownership of every node they now share: whichever changes one first copies it.
func (t *Tree[V]) Clone() *Tree[V] {
	t.owner = &token{}
	return &Tree[V]{root: t.root, owner: &token{}}
}

// Len returns the number of entries.
func (t *Tree[V]) Len() int { return t.root.count }

// Get returns the value of a key.
func (t *Tree[V]) Get(key string) (value V, ok bool) {
	n := t.root
	for !n.leaf() {
		n = n.children[n.childFor(key)]
	}
	i, found := slices.BinarySearch(n.keys, key)
	if !found {
		return value, false
	}
	return n.values[i], true
}

// Insert adds a key. It reports false, and changes nothing, when the key exists.
func (t *Tree[V]) Insert(key string, value V) bool {
	left, right, ok := t.insert(t.root, key, value)
	if !ok {
		return false
	}
	t.root = left
	if right != nil {
		t.root = &node[V]{owner: t.owner, keys: []string{left.keys[0], right.keys[0]},
			children: []*node[V]{left, right}, count: left.count + right.count}
	}
	return true
}

// Replace exchanges the value of an existing key and returns the former one. It
// reports false when there is no such key.
func (t *Tree[V]) Replace(key string, value V) (former V, ok bool) {
	place := &t.root
	for {
		n := t.own(*place)
		*place = n
		if n.leaf() {
			i, found := slices.BinarySearch(n.keys, key)
			if !found {
				return former, false
			}
			former, n.values[i] = n.values[i], value
			return former, true
		}
		place = &n.children[n.childFor(key)]
	}
}

// Delete removes a key and returns its value. It reports false when there is no such key.
func (t *Tree[V]) Delete(key string) (former V, ok bool) {
	root, former, ok := t.remove(t.root, key)
	t.root = root
	for !t.root.leaf() && len(t.root.children) == 1 {
		t.root = t.root.children[0]
	}
	return former, ok
}
