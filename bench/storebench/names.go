package storebench

import "math/rand/v2"

// alphabet is what Kubernetes makes generated names of, in the order of the bytes.
const alphabet = "2456789bcdfghjklmnpqrstvwxz"

// The lengths of generated parts. All names of a kind are equally long, so that the order of
// (namespace, name) is that of the keys: "-" sorts before "/".
const (
	namespaceLetters = 6
	ownerLetters     = 10
	podLetters       = 5
)

// ascending returns count names of as many letters, each higher than the one before.
func ascending(rng *rand.Rand, count, letters int) []string {
	space := uint64(1)
	for range letters {
		space *= uint64(len(alphabet))
	}
	names, step := make([]string, count), space/uint64(count)
	for i := range names {
		x, name := uint64(i)*step+rng.Uint64N(step), make([]byte, letters)
		for at := letters - 1; at >= 0; at-- {
			name[at] = alphabet[x%uint64(len(alphabet))]
			x /= uint64(len(alphabet))
		}
		names[i] = string(name)
	}
	return names
}

// arena collects strings in one allocation; at a million, one for each would take
// most of the time.
type arena struct {
	bytes []byte
	ends  []int
}

// newArena has room for count strings of about that length; growing would copy most of it again.
func newArena(count, length int) *arena {
	return &arena{make([]byte, 0, count*length), make([]int, 0, count)}
}

// add appends the parts as one string and returns its number.
func (a *arena) add(parts ...string) {
	for _, p := range parts {
		a.bytes = append(a.bytes, p...)
	}
	a.ends = append(a.ends, len(a.bytes))
}

// strings returns what was added, in order.
func (a *arena) strings() []string {
	whole, out, from := string(a.bytes), make([]string, len(a.ends)), 0
	for i, end := range a.ends {
		out[i], from = whole[from:end], end
	}
	return out
}
