package keytree

import "slices"

func (t *Tree[V]) remove(n *node[V], key string) (self *node[V], former V, ok bool) {
	if n.leaf() {
		i, found := slices.BinarySearch(n.keys, key)
		if !found {
			return n, former, false
		}
		n = t.own(n)
		former = n.values[i]
		n.keys = slices.Delete(n.keys, i, i+1)
		n.values = slices.Delete(n.values, i, i+1)
		n.count--
		return n, former, true
	}
	i := n.childFor(key)
	child, former, ok := t.remove(n.children[i], key)
	if !ok {
		return n, former, false
	}
	n = t.own(n)
	n.children[i] = child
	n.count--
	if len(child.keys) < mergeBelow {
		t.mergeAround(n, i)
	}
	return n, former, true
}

// mergeAround joins child i with a neighbor, if one has room, so that a tree that
// shrank keeps no crowd of nearly empty nodes.
func (t *Tree[V]) mergeAround(n *node[V], i int) {
	switch size := len(n.children[i].keys); {
	case i+1 < len(n.children) && size+len(n.children[i+1].keys) <= mergedFill:
		t.merge(n, i)
	case i > 0 && size+len(n.children[i-1].keys) <= mergedFill:
		t.merge(n, i-1)
	}
}

// merge moves everything of child i+1 into child i.
func (t *Tree[V]) merge(n *node[V], i int) {
	left, right := t.own(n.children[i]), n.children[i+1]
	start := len(left.keys)
	left.keys = append(left.keys, right.keys...)
	if left.leaf() {
		left.values = append(left.values, right.values...)
	} else {
		left.children = append(left.children, right.children...)
		// The first key of an inner node bounds nothing; in the middle of one it
		// has to, and the parent's key is the bound that holds.
		left.keys[start] = n.keys[i+1]
	}
	left.count += right.count
	n.children[i] = left
	n.keys = slices.Delete(n.keys, i+1, i+2)
	n.children = slices.Delete(n.children, i+1, i+2)
}
