package bench_test

import (
	"slices"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// What does one Update cost that moves the object to another value of each index?
// BenchmarkStoreUpdate changes none, which stores have a shorter way for. In odd rounds a key gets the
// object of another key, in even ones its own again: a store looks at the values, never at
// the name, and no index loses or gains its usual sizes.
func BenchmarkStoreReindex(b *testing.B) {
	eachWrite(b, "reindex", []int{3}, func(b *testing.B, store stores.Store, p *pods) content {
		others := p.other(b, store.GetIndexers())
		moved := func(k, round int) any {
			if round%2 == 0 {
				return p.first[k]
			}
			return p.first[others[k]]
		}
		n := len(p.keys)
		for i := 0; b.Loop(); i++ {
			k := i % n
			store.Update(p.keys[k], moved(k, 1+i/n))
		}
		return func(k int) any { return moved(k, p.rounds(k, b.N)) }
	})
}

// other gives each pod one that has another value of every index, half the population away where
// that one has, so that they spread as the population does.
func (p *pods) other(b *testing.B, by cache.Indexers) []int {
	if p.others != nil {
		return p.others
	}
	// A prime that is no divisor of a round number, so that the search visits every pod.
	const stride = 7919
	n, others := len(p.first), make([]int, len(p.first))
	for k := range others {
		j, tries := (k+n/2)%n, 0
		for sharesValue(b, by, p.first[k], p.first[j]) {
			if tries++; tries > n {
				b.Skipf("%d pods are too few to move one to another value of each index", n)
			}
			j = (j + stride) % n
		}
		others[k] = j
	}
	p.others = others
	return others
}

func sharesValue(b *testing.B, by cache.Indexers, one, two any) bool {
	for _, valuesOf := range by {
		first, err := valuesOf(one)
		if err != nil {
			b.Fatal(err)
		}
		second, err := valuesOf(two)
		if err != nil {
			b.Fatal(err)
		}
		if slices.Equal(first, second) {
			return true
		}
	}
	return false
}
