package storetest

import (
	"math/rand/v2"
	"testing"
)

// FuzzOps lets the fuzzer choose operations, which must answer as a plain map
// does. A variant's package calls it from its own fuzz test:
//
//	func FuzzOps(f *testing.F) { storetest.FuzzOps(f, subject) }
func FuzzOps(f *testing.F, s Subject) {
	f.Add([]byte(nil))
	f.Add([]byte("informer store"))
	for seed := range uint64(6) { // the first byte makes the store small or large
		f.Add(append([]byte{byte(seed % 2)}, noise(seed, 100+50*int(seed))...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := within(func() error { return playBytes(s, data) }); err != nil {
			t.Error(err)
		}
	})
}

// FuzzHistories lets the fuzzer choose what four clients do at once with a store of three
// keys, which must be linearizable. It skips stores that do not claim whole answers.
// The same bytes need not meet in the same way again.
func FuzzHistories(f *testing.F, s Subject) {
	if !s.wholeAnswers() {
		f.Skipf("%s does not claim that all operations together are linearizable", s.Name)
	}
	for seed := range uint64(8) {
		f.Add(noise(seed, 150))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := within(func() error { return playHistory(s, data) }); err != nil {
			t.Error(err)
		}
	})
}

func playHistory(s Subject, data []byte) error {
	c := &byteChooser{data}
	others := wholeOthers(s.New(nil))
	var scripts [wholeClients][]wholeCall
	for i := 0; i < wholeClients*wholeCalls && len(c.data) > 0; i++ {
		scripts[i%wholeClients] = append(scripts[i%wholeClients], randomWhole(c, others, i))
	}
	return playWhole(s, scripts)
}

// noise is n bytes that follow from the seed.
func noise(seed uint64, n int) []byte {
	random := rand.New(rand.NewPCG(seed, 0))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return data
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
