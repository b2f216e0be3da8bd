package storetest

import "testing"

// FuzzOps lets the fuzzer choose operations, which must answer as a plain map
// does. A variant's package calls it from its own fuzz test:
//
//	func FuzzOps(f *testing.F) { storetest.FuzzOps(f, subject) }
func FuzzOps(f *testing.F, s Subject) {
	for _, seed := range [][]byte{nil, []byte("informer store"), {63, 0, 0, 2, 1, 1, 1, 7, 2, 3, 0, 5, 0, 0, 2, 9, 9, 10, 2, 7, 8, 2, 2, 3, 4}} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := within(func() error { return playBytes(s, data) }); err != nil {
			t.Error(err)
		}
	})
}

// maxFuzzedOps bounds one input, for the store is verified after each.
const maxFuzzedOps = 200

// byteChooser spends one byte for each choice, two for a choice of many, and chooses 0 when they are used up.
type byteChooser struct{ data []byte }

func (c *byteChooser) choose(n int, _ string) int {
	if len(c.data) == 0 {
		return 0
	}
	b := int(c.data[0])
	c.data = c.data[1:]
	if n > 256 && len(c.data) > 0 { // one byte would not reach them all
		b = b<<8 | int(c.data[0])
		c.data = c.data[1:]
	}
	return b % n
}

// playBytes plays the operations that the bytes spell.
func playBytes(s Subject, data []byte) error {
	c := &byteChooser{data}
	w := randomWorld(c, s)
	var ops []op
	for len(c.data) > 0 && len(ops) < maxFuzzedOps {
		ops = append(ops, w.op(c))
	}
	return play(s, w.indexers, ops...)
}
