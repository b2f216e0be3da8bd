package workload

import (
	"fmt"
	"hash/fnv"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// extraValues is how many values a generic index has: with it each has about as many objects as a node has Pods at 30,000
// objects. It is prime, so that no other number of the population divides it.
const extraValues = 1009

// indexOrder is in which order a number of indexes takes those of Indexers: the most common first.
var indexOrder = []string{cache.NamespaceIndex, OwnerIndex, NodeIndex, IPIndex}

// IndexersOf returns n indexes for a resource: those of Indexers, in the order namespace, owner, node, ip as far as the
// resource has them, and then generic ones named extra-1, extra-2, … that give each object one of about a thousand values. The
// map is the caller's own. A negative n gives none.
func IndexersOf(r Resource, n int) cache.Indexers {
	all, chosen := Indexers(r), cache.Indexers{}
	for _, name := range indexOrder {
		if function, ok := all[name]; ok && len(chosen) < n {
			chosen[name] = function
		}
	}
	for i := 1; len(chosen) < n; i++ {
		chosen[fmt.Sprintf("extra-%d", i)] = extraIndex(i)
	}
	return chosen
}

// extraIndex hashes the UID, which stays the same while an object lives: like most labels, its value never changes.
func extraIndex(i int) cache.IndexFunc {
	values := make([]string, extraValues) // made once: the index is measured, not the making of words
	for v := range values {
		values[v] = fmt.Sprintf("v%d", v)
	}
	return func(obj any) ([]string, error) {
		m, err := meta.Accessor(obj)
		if err != nil {
			return nil, err
		}
		h := fnv.New64a()
		h.Write([]byte(m.GetUID()))
		return []string{values[scramble(h.Sum64()+uint64(i))%extraValues]}, nil
	}
}
