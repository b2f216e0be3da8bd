package workload

import "sort"

// place gives the node of Pod i and the Pod's address as an offset into
// podNetwork. Pods are dealt onto the slots of all nodes by a stride that shares
// no factor with their number: each slot gets at most one Pod, and the replicas
// of an application land on different nodes, as a scheduler spreads them.
func (l *layout) place(i int) (node, address int) {
	slots := nodeSlots(l.nodes)
	node, offset := nodeOfSlot(i * l.podStride % slots)
	return node, node*addressesPerNode + firstPodAddress + offset
}

// nodeSlots is the number of Pods on n full nodes.
func nodeSlots(n int) int {
	slots := n / len(nodeFill) * nodeFillSum
	for i := range n % len(nodeFill) {
		slots += nodeFill[i]
	}
	return slots
}

// nodesForSlots is the smallest number of nodes that have n slots.
func nodesForSlots(n int) int {
	return sort.Search(n+1, func(nodes int) bool { return nodeSlots(nodes) >= n })
}

func nodeOfSlot(slot int) (node, offset int) {
	node = slot / nodeFillSum * len(nodeFill)
	offset = slot % nodeFillSum
	for _, fill := range nodeFill {
		if offset < fill {
			break
		}
		offset -= fill
		node++
	}
	return node, offset
}

// strideFor returns a number near n times the golden ratio, where neighbours of
// neighbours land far apart too, without a common factor with n.
func strideFor(n int) int {
	s := max(1, n*618/1000)
	for gcd(s, n) != 1 {
		s++
	}
	return s
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
