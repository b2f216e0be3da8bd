package keytree

import "slices"

// node is a leaf (keys beside values) or an inner node (keys beside children).
// In an inner node keys[i] is at most every key below children[i] and more than
// every key below children[i-1]; keys[0] is not used for finding anything, so a
// key below it belongs to the first child.
type node[V any] struct {
	owner    *token
	keys     []string
	values   []V
	children []*node[V]
	count    int // entries at and below this node
}

func (n *node[V]) leaf() bool { return n.children == nil }

// childFor returns the position of the child in which a key belongs.
func (n *node[V]) childFor(key string) int {
	i, found := slices.BinarySearch(n.keys[1:], key)
	if found {
		i++
	}
	return i
}

// own returns the node itself when this tree alone holds it, or else a copy.
func (t *Tree[V]) own(n *node[V]) *node[V] {
	if n.owner == t.owner {
		return n
	}
	return &node[V]{owner: t.owner, keys: slices.Clone(n.keys), values: slices.Clone(n.values),
		children: slices.Clone(n.children), count: n.count}
}

func (t *Tree[V]) insert(n *node[V], key string, value V) (left, right *node[V], ok bool) {
	if n.leaf() {
		i, found := slices.BinarySearch(n.keys, key)
		if found {
			return n, nil, false
		}
		n = t.own(n)
		n.keys = slices.Insert(n.keys, i, key)
		n.values = slices.Insert(n.values, i, value)
		n.count++
		return n, t.split(n, i), true
	}
	i := n.childFor(key)
	child, sibling, ok := t.insert(n.children[i], key, value)
	if !ok {
		return n, nil, false
	}
	n = t.own(n)
	n.children[i] = child
	n.count++
	if sibling == nil {
		return n, nil, true
	}
	n.keys = slices.Insert(n.keys, i+1, sibling.keys[0])
	n.children = slices.Insert(n.children, i+1, sibling)
	return n, t.split(n, i+1), true
}

// split moves the upper part of an overfull node into a new one and returns that,
// or nil. When the last insert went to the end it moves only the last element:
// loading in key order then leaves full nodes behind instead of half-full ones.
func (t *Tree[V]) split(n *node[V], inserted int) *node[V] {
	if len(n.keys) <= maxFill {
		return nil
	}
	at := len(n.keys) / 2
	if inserted == len(n.keys)-1 {
		at = inserted
	}
	right := &node[V]{owner: t.owner, keys: slices.Clone(n.keys[at:])}
	n.keys = slices.Delete(n.keys, at, len(n.keys))
	if n.leaf() {
		right.values = slices.Clone(n.values[at:])
		n.values = slices.Delete(n.values, at, len(n.values))
		right.count = len(right.values)
	} else {
		right.children = slices.Clone(n.children[at:])
		n.children = slices.Delete(n.children, at, len(n.children))
		for _, child := range right.children {
			right.count += child.count
		}
	}
	n.count -= right.count
	return right
}
