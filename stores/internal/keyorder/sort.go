package keyorder

import (
	"math"
	"slices"
	"strings"
)

const (
	// fewKeys is the number of keys up to which a plain sort is as fast.
	fewKeys = 24
	// manyBytes is the depth in a key from which on a plain sort takes over. It
	// bounds the recursion; keys of Kubernetes objects end long before it.
	manyBytes = 1 << 10
)

// Sort sorts keys in ascending order of their bytes, as slices.Sort does. Keys in
// order already cost one comparison each. Otherwise it takes O(n) steps for each
// distinct byte position that tells keys apart, and 16 bytes of memory a key.
func Sort(keys []string) {
	if len(keys) <= fewKeys || len(keys) > math.MaxUint32 {
		slices.Sort(keys)
		return
	}
	if slices.IsSorted(keys) {
		return
	}
	entries := make([]entry, len(keys))
	depth := enter(keys, entries)
	s := sorter{keys}
	s.radix(entries, depth)
	permute(keys, entries)
}

// enter makes an entry for each key, with the head at the end of the common prefix,
// whose length it returns. It guesses the prefix from three keys, and checks
// the guess while it reads the heads: reading every key twice would cost a second
// cache miss for each.
func enter(keys []string, entries []entry) (depth int) {
	prefix := common(common(keys[0], keys[len(keys)/2]), keys[len(keys)-1])
	for i, key := range keys {
		if !strings.HasPrefix(key, prefix) {
			for _, key := range keys[i:] {
				prefix = common(prefix, key)
			}
			return reenter(keys, entries, len(prefix))
		}
		entries[i] = entry{headAt(key, len(prefix)), uint32(i)}
	}
	return len(prefix)
}

func reenter(keys []string, entries []entry, depth int) int {
	for i, key := range keys {
		entries[i] = entry{headAt(key, depth), uint32(i)}
	}
	return depth
}

// common returns the longest common prefix.
func common(a, b string) string {
	if strings.HasPrefix(b, a) {
		return a
	}
	n := 0
	for n < len(b) && a[n] == b[n] { // a is no prefix of b, so it does not end first
		n++
	}
	return a[:n]
}

// permute puts the keys into the order of the entries, in place, one cycle after
// the other. It spoils the entries.
func permute(keys []string, entries []entry) {
	for first := range entries {
		if int(entries[first].index) == first {
			continue
		}
		moved := keys[first]
		at := first
		for {
			from := int(entries[at].index)
			entries[at].index = uint32(at)
			if from == first {
				break
			}
			keys[at] = keys[from]
			at = from
		}
		keys[at] = moved
	}
}
