package workload

import (
	"math/bits"
	"math/rand/v2"
)

// Each use of randomness has a domain of its own, so that asking for one more
// resource, or changing how one kind is made, leaves all others as they were.
const (
	domainLayout uint64 = iota + 1
	domainApps
	domainPods
	domainNodes
	domainEndpointSlices
	domainLeases
	domainConfigMaps
	domainWidgets
	domainStream
	domainDeployments
	domainEvents
	domainPadding
)

// dice is a seeded source of random integers. It uses no floating point: Go may
// fuse a multiplication and an addition on one architecture and not on another,
// and the same seed must give the same bytes on both.
type dice struct{ pcg rand.PCG }

// newDice returns the dice of one object: object i of the domain. They depend on
// nothing else, so objects can be made in any order and on any number of cores.
func newDice(seed, domain, i uint64) dice {
	var d dice
	d.reseed(seed, domain, i)
	return d
}

func (d *dice) reseed(seed, domain, i uint64) {
	first := scramble(seed + domain*0x9e3779b97f4a7c15)
	d.pcg.Seed(first, scramble(first^i))
}

// scramble is the finalizer of splitmix64 (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", 2014): neighbouring inputs give unrelated outputs.
func scramble(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a number in [0, n); n must be positive. The bias of the
// multiplication is under n in 2^64.
func (d *dice) below(n int) int {
	hi, _ := bits.Mul64(d.pcg.Uint64(), uint64(n))
	return int(hi)
}

// between returns a number in [lo, hi].
func (d *dice) between(lo, hi int) int { return lo + d.below(hi-lo+1) }

// oneIn is true once in n on average.
func (d *dice) oneIn(n int) bool { return d.below(n) == 0 }

// pick returns one of the choices.
func pick[T any](d *dice, choices []T) T { return choices[d.below(len(choices))] }

// shuffle permutes s in place.
func shuffle[T any](d *dice, s []T) {
	for i := len(s) - 1; i > 0; i-- {
		j := d.below(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}
