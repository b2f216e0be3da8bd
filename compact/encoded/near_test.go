package encoded_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"informerbench/compact/encoded"
	"informerbench/compact/internal/leaf"
)

// Objects in which one thing is different, each a copy of an earlier one, of its own or as its next version: each is what
// its own Unmarshal makes of its message, also when all others are decoded; it is encoded to the same bytes; and so it
// is with one whose metadata is stripped.
func TestNearSiblings(t *testing.T) {
	const seed, families, members = 5, 4, 6
	for _, kind := range kinds {
		t.Run(nameOf(kind), func(t *testing.T) {
			t.Logf("seed %d", seed)
			whole, less := encoded.New(encoded.Options{}), encoded.New(encoded.Options{StripManagedFields: true, StripLastApplied: true})
			f := filler{rand.New(rand.NewPCG(seed, 0))}
			var messages [][]byte
			var decoded, stripped []object
			for family := range families {
				all := []object{f.object(kind)}
				for i := range members {
					o := all[f.IntN(len(all))].DeepCopyObject().(object)
					if f.IntN(2) == 0 {
						o.SetUID(types.UID("uid-" + strconv.Itoa(family*members+i)))
					}
					if f.IntN(4) == 0 {
						o.SetAnnotations(map[string]string{corev1.LastAppliedConfigAnnotation: f.word(), "kept": f.word()}) // of the copy alone
					}
					leaf.Change(f.Rand, o)
					all = append(all, o)
					message := encode(t, o)
					messages = append(messages, bytes.Clone(message))
					decoded = append(decoded, decode(t, whole, kind, message))
					stripped = append(stripped, decode(t, less, kind, message))
					clear(message) // it is not kept
				}
			}
			for i, message := range messages {
				equal(t, decoded[i], plain(t, kind, message))
				equal(t, stripped[i], withoutRest(plain(t, kind, message)))
				if got, want := encode(t, decoded[i]), encode(t, plain(t, kind, message)); !bytes.Equal(got, want) {
					t.Fatalf("object %d is encoded to\n%q\nwant\n%q", i, got, want)
				}
			}
			if s := whole.Stats(); s.Plain > 0 || s.Found == 0 {
				t.Errorf("%+v: want none decoded plainly, and parts found", s)
			}
		})
	}
}

// withoutRest takes from an object what Options can strip.
func withoutRest(o object) object {
	o.SetManagedFields(nil)
	a := o.GetAnnotations()
	if delete(a, corev1.LastAppliedConfigAnnotation); len(a) == 0 {
		a = nil
	}
	o.SetAnnotations(a)
	return o
}
