package encoded_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/dump"

	"informerbench/compact/encoded"
)

// equal: the same to the last field, whether or not a quantity has been asked for its text.
func equal(t *testing.T, got, want object) {
	t.Helper()
	encoded.Settle(want)
	if reflect.DeepEqual(got, want) {
		return
	}
	encoded.Settle(got)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: got\n%.5000s\nwant\n%.5000s", nameOf(want), dump.Pretty(got), dump.Pretty(want))
	}
}

// Whatever was decoded before, an object is what its own Unmarshal makes of its message.
func TestObjectsOfAPopulation(t *testing.T) {
	d := encoded.New(encoded.Options{})
	for round := range 3 {
		for i, o := range population() {
			if round > 0 { // a sibling of the one before
				o = o.DeepCopyObject().(object)
				o.SetUID(types.UID("uid-" + strconv.Itoa(round*1000+i)))
			}
			b := encode(t, o)
			equal(t, decode(t, d, o, b), plain(t, o, b))
		}
	}
	if s := d.Stats(); s.Plain > 0 || s.Found == 0 {
		t.Errorf("%+v: want none plain, and parts found", s)
	}
}

// The same for objects that nobody would write, of every kind.
func TestRandomObjects(t *testing.T) {
	const seed, rounds, siblings = 1, 25, 3
	for _, kind := range kinds {
		t.Run(nameOf(kind), func(t *testing.T) {
			d := encoded.New(encoded.Options{})
			f := filler{rand.New(rand.NewPCG(seed, 0))}
			for round := range rounds {
				o := f.object(kind)
				for i := range siblings {
					o.SetUID(types.UID("uid-" + strconv.Itoa(round*siblings+i)))
					b := encode(t, o)
					got := decode(t, d, kind, b)
					clear(b) // the message is not kept
					t.Logf("seed %d, round %d", seed, round)
					equal(t, got, plain(t, kind, encode(t, o)))
				}
			}
			if s := d.Stats(); s.Plain > 0 {
				t.Errorf("%+v: want none plain", s)
			}
		})
	}
}

// mutated changes a few bytes of a message, cuts some out or doubles some.
func mutated(random *rand.Rand, b []byte) []byte {
	b = bytes.Clone(b)
	for range 1 + random.IntN(3) {
		if len(b) == 0 {
			return b
		}
		i := random.IntN(len(b))
		j := min(len(b), i+1+random.IntN(20))
		switch random.IntN(4) {
		case 0:
			b[i] = byte(random.Uint32())
		case 1:
			b[i] ^= 1 << random.IntN(8)
		case 2:
			b = slices.Delete(b, i, j)
		case 3:
			b = slices.Insert(b, i, b[i:j]...)
		}
	}
	return b
}

// same checks that both ways of decoding bytes have the same result or the same error.
func same(t *testing.T, d *encoded.Decoder, kind object, b []byte) {
	t.Helper()
	got, want := fresh(kind), fresh(kind)
	gotErr, wantErr := d.Decode(b, got), want.Unmarshal(b)
	if (gotErr == nil) != (wantErr == nil) || gotErr != nil && gotErr.Error() != wantErr.Error() {
		t.Fatalf("%s: error %v, want %v, of\n%q", nameOf(kind), gotErr, wantErr, b)
	}
	if gotErr == nil {
		equal(t, got, want)
	}
}

func TestDamagedMessages(t *testing.T) {
	const seed, rounds = 2, 15
	random := rand.New(rand.NewPCG(seed, 0))
	for _, kind := range kinds {
		d := encoded.New(encoded.Options{})
		f := filler{random}
		for round := range rounds {
			b := encode(t, f.object(kind))
			if len(b) == 0 {
				continue
			}
			for range 20 {
				t.Logf("seed %d, round %d", seed, round)
				same(t, d, kind, mutated(random, b))
			}
		}
	}
}

// Messages may be cut in two and the parts put together in any order, by which repeated fields
// are appended and others merged.
func TestMergedAndDisorderedMessages(t *testing.T) {
	const seed, rounds = 3, 20
	random := rand.New(rand.NewPCG(seed, 0))
	for _, kind := range kinds {
		d := encoded.New(encoded.Options{})
		f := filler{random}
		for round := range rounds {
			a, b := encode(t, f.object(kind)), encode(t, f.object(kind))
			t.Logf("seed %d, round %d", seed, round)
			same(t, d, kind, slices.Concat(a, b))
			same(t, d, kind, slices.Concat(b, a, b))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, o := range population()[:10] {
		f.Add(encode(f, o))
	}
	d := encoded.New(encoded.Options{MaxBytes: 1 << 20})
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, kind := range kinds[:3] {
			same(t, d, kind, b)
		}
	})
}
