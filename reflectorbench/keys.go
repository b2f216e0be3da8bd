package reflectorbench

import (
	"math/rand/v2"
	"slices"
)

const (
	// zipfExponent: with 1.1 the hottest of 100,000 keys gets about one read in eight.
	zipfExponent = 1.1
	// A reader walks a prepared list of keys, so that no dice are thrown in the measured
	// loop. Twice the number of keys, so that nearly all occur; bounded, because the list
	// itself competes for the cache.
	minPicks = 1 << 16
	maxPicks = 1 << 20
)

// sorted sorts keys in place: stores list in any order, and what a reader picks must
// depend on the seed only.
func sorted(keys []string) []string {
	slices.Sort(keys)
	return keys
}

// picks returns sorted keys in the order in which a reader asks for them. The length is a
// power of two.
func picks(keys []string, skew Skew, seed uint64) []string {
	keys = slices.Clone(keys)
	dice := rand.New(rand.NewPCG(seed, seed))
	dice.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	n := minPicks
	for n < min(2*len(keys), maxPicks) {
		n *= 2
	}
	draw := func() int { return dice.IntN(len(keys)) }
	if skew == Zipf {
		zipf := rand.NewZipf(dice, zipfExponent, 1, uint64(len(keys)-1))
		draw = func() int { return int(zipf.Uint64()) }
	}
	out := make([]string, n)
	for i := range out {
		out[i] = keys[draw()]
	}
	return out
}

// readKeys returns the sorted keys that the primary store held when first asked. Events may
// delete some later; a Get that misses is a Get as well.
func (r *run) readKeys() []string {
	if r.keys == nil {
		r.keys = sorted(r.primary().store.ListKeys())
	}
	return r.keys
}

// keyPicks returns what reader i Gets, the same in every phase.
func (r *run) keyPicks(i int) []string {
	for len(r.picks) <= i {
		r.picks = append(r.picks, r.picksOf(r.readKeys())(len(r.picks)))
	}
	return r.picks[i]
}

// picksOf draws each reader's picks from the sorted values.
func (r *run) picksOf(values []string) func(i int) []string {
	return func(i int) []string { return picks(values, r.cell.Skew, r.cell.Seed+uint64(i)) }
}
