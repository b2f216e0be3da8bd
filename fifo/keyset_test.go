package fifo

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The set is exact: it says of each key what a map says, duplicates and strangers included.
func TestKeySetIsAMapFromKeyToLastPlace(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		keys := make([]string, 1+rng.IntN(3000))
		for i := range keys {
			keys[i] = fmt.Sprint("ns/", rng.IntN(2*len(keys)))
		}
		checkKeySet(t, seed, keys, newKeySet(len(keys), func(i int) string { return keys[i] }))
	}
}

// Keys with one hash are told apart by themselves.
func TestKeySetComparesKeysOfOneHash(t *testing.T) {
	keys := []string{"a", "b", "a", "", "c", "b", "", "a"}
	s := newKeySet(len(keys), func(i int) string { return keys[i] })
	s.hash = func(string) uint32 { return 1<<32 - 1 } // and walks go around the end
	checkKeySet(t, 0, keys, s)
}

func checkKeySet(t *testing.T, seed uint64, keys []string, s *keySet) {
	t.Helper()
	last := map[string]int{}
	for i, key := range keys {
		want, wantTwice := last[key]
		if got, twice := s.put(key, i); twice != wantTwice || twice && got != want {
			t.Fatalf("seed %d: put(%q, %d) = %d, %v, want %d, %v", seed, key, i, got, twice, want, wantTwice)
		}
		last[key] = i
	}
	for i := range 4 * len(keys) {
		key := fmt.Sprint("ns/", i)
		want, listed := last[key]
		got := -1
		has := s.has(key, func(i int) bool { got = i; return keys[i] == key })
		if has != listed || has && got != want {
			t.Fatalf("seed %d: has(%q) = %v at %d, want %v at %d", seed, key, has, got, listed, want)
		}
	}
}
