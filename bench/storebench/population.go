package storebench

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"informerbench/stores"
)

// How many objects an index value has.
const (
	perNamespace = 1000
	perNode      = 100
	perOwner     = 10
)

// seed of all randomness: the same population, lists and order of accesses in each process.
const seed = 20260701

// population is n shells in ascending order of their keys, as an API server lists them. It is
// immutable.
type population struct {
	keys  []string
	first []any
	// picks is every object once, in random order: reads and writes go round it.
	picks []pick
	// spares are in no population; their values are spread over it.
	spares []pick
	// moved are the objects of the first picks with the index values of others.
	moved      []any
	namespaces []string
	nodes      []string
}

// pick is an object that a row reads or writes. Its key is a copy beside the keys of the picks before
// and after: who looks something up has the key at hand, and it is not the
// string in the store, whose equality a comparison of pointers would show.
type pick struct {
	key           string
	ordinal       int
	first, second any
}

const (
	spareCount = 1000
	movedCount = 20_000
)

// newPopulation makes n objects; n is a multiple of perNamespace.
func newPopulation(n int) *population {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	p := &population{}
	for _, letters := range ascending(rng, n/perNamespace, namespaceLetters) {
		p.namespaces = append(p.namespaces, "team-"+letters)
	}
	for i := range n / perNode {
		p.nodes = append(p.nodes, fmt.Sprintf("gke-bench-general-pool-%08x", i))
	}
	p.makeKeys(rng, n)
	p.makeFirst(rng)
	p.makePicks(rng)
	p.makeSpares(rng)
	p.makeMoved()
	return p
}

func (p *population) makeKeys(rng *rand.Rand, n int) {
	keys := newArena(n, 48)
	for _, namespace := range p.namespaces {
		for _, owner := range ascending(rng, perNamespace/perOwner, ownerLetters) {
			for _, pod := range ascending(rng, perOwner, podLetters) {
				keys.add(namespace, "/checkout-api-", owner, "-", pod)
			}
		}
	}
	p.keys = keys.strings()
}

func (p *population) makeFirst(rng *rand.Rand) {
	n := len(p.keys)
	onto := rng.Perm(n) // deals the objects onto the nodes, each as many
	versions := numbers(1, n)
	p.first = make([]any, n)
	var owners []metav1.OwnerReference
	for i, key := range p.keys {
		if i%perOwner == 0 {
			owners = ownedBy(i / perOwner)
		}
		s := newShell(key, i, owners)
		s.NodeName, s.ResourceVersion = p.nodes[onto[i]%len(p.nodes)], versions[i]
		p.first[i] = s
	}
}

func newShell(key string, ordinal int, owners []metav1.OwnerReference) *shell {
	slash := len("team-") + namespaceLetters
	s := &shell{}
	s.Namespace, s.Name = key[:slash], key[slash+1:]
	s.Generation, s.OwnerReferences = int64(ordinal), owners
	return s
}

func ownedBy(owner int) []metav1.OwnerReference {
	return []metav1.OwnerReference{{
		APIVersion: "apps/v1", Kind: "ReplicaSet", UID: types.UID(fmt.Sprintf("%08x-3ad0-4c1f-9e55-77b1c2d3e4f5", owner)),
	}}
}

// numbers returns count numbers from low on as texts.
func numbers(low, count int) []string {
	texts := newArena(count, 8)
	for i := range count {
		texts.add(strconv.Itoa(low + i))
	}
	return texts.strings()
}

func (p *population) makePicks(rng *rand.Rand) {
	n := len(p.keys)
	copies := newArena(n, 48)
	order := rng.Perm(n)
	for _, ordinal := range order {
		copies.add(p.keys[ordinal])
	}
	keys, versions := copies.strings(), numbers(n+1, n)
	p.picks = make([]pick, n)
	for i, ordinal := range order {
		second := *p.first[ordinal].(*shell)
		second.ResourceVersion = versions[i]
		p.picks[i] = pick{keys[i], ordinal, p.first[ordinal], &second}
	}
}

func (p *population) makeSpares(rng *rand.Rand) {
	var owners []metav1.OwnerReference
	for i, letters := range ascending(rng, spareCount, ownerLetters) {
		if i%perOwner == 0 {
			owners = ownedBy(len(p.keys) + i/perOwner)
		}
		key := p.namespaces[i/perOwner%len(p.namespaces)] + "/spare-" + letters
		s := newShell(key, -1, owners)
		s.NodeName, s.ResourceVersion = p.nodes[rng.IntN(len(p.nodes))], strconv.Itoa(3*len(p.keys)+i)
		p.spares = append(p.spares, pick{key: key, ordinal: -1, first: s})
	}
	rng.Shuffle(len(p.spares), func(i, j int) { p.spares[i], p.spares[j] = p.spares[j], p.spares[i] })
}

// makeMoved gives the objects values from half the population away.
func (p *population) makeMoved() {
	n := len(p.keys)
	for _, pick := range p.picks[:min(n, movedCount)] {
		other := p.first[(pick.ordinal+n/2)%n].(*shell)
		moved := *pick.second.(*shell)
		moved.Namespace, moved.OwnerReferences = other.Namespace, other.OwnerReferences
		moved.NodeName = other.NodeName
		p.moved = append(p.moved, &moved)
	}
}

// list is the population as a list, in the order of the keys or in a random one.
func (p *population) list(order string, second bool) []stores.Item {
	items := make([]stores.Item, len(p.keys))
	for i := range p.picks {
		pick, at := &p.picks[i], i
		if order == orderKey {
			at = pick.ordinal
		}
		items[at] = stores.Item{Key: p.keys[pick.ordinal], Object: pick.version(second)}
	}
	return items
}

func (p *pick) version(second bool) any {
	if second {
		return p.second
	}
	return p.first
}
