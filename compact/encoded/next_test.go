package encoded_test

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/dump"

	"informerbench/compact/encoded"
)

func decodeNext(t testing.TB, d *encoded.Decoder, held object, b []byte) object {
	t.Helper()
	o := fresh(held)
	if err := d.DecodeNext(b, o, held); err != nil {
		t.Fatal(err)
	}
	return o
}

// change fills one part of an object anew, or empties it.
func (f filler) change(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		if i := f.IntN(v.NumField()); v.Type().Field(i).IsExported() && f.IntN(8) > 0 {
			f.change(v.Field(i), depth+1)
			return
		}
	case reflect.Pointer:
		if !v.IsNil() && f.IntN(3) > 0 {
			f.change(v.Elem(), depth+1)
			return
		}
	case reflect.Slice:
		if v.Len() > 0 && f.IntN(3) > 0 {
			f.change(v.Index(f.IntN(v.Len())), depth+1)
			return
		}
	}
	v.SetZero()
	if f.IntN(3) > 0 {
		f.fill(v, depth)
	}
}

// Whatever is held, a version is what its own Unmarshal makes of its message, and what is held stays as it is.
func TestNextVersionsOfRandomObjects(t *testing.T) {
	const seed, rounds, versions = 4, 12, 6
	for _, kind := range kinds {
		t.Run(nameOf(kind), func(t *testing.T) {
			d := encoded.New(encoded.Options{})
			f := filler{rand.New(rand.NewPCG(seed, 0))}
			var kept uint64
			for round := range rounds {
				o := f.object(kind)
				held := decode(t, d, kind, encode(t, o))
				for version := range versions {
					t.Logf("seed %d, round %d, version %d", seed, round, version)
					for range f.IntN(3) {
						f.change(reflect.ValueOf(o).Elem(), 0)
					}
					before := held.DeepCopyObject()
					next := decodeNext(t, d, held, encode(t, o))
					equal(t, next, plain(t, kind, encode(t, o)))
					if !reflect.DeepEqual(held, before) {
						t.Fatalf("what was held is now\n%.5000s\nand was\n%.5000s", dump.Pretty(held), dump.Pretty(before))
					}
					held = next
				}
				kept = d.Stats().Kept
			}
			if s := d.Stats(); s.Plain > 0 || kept == 0 {
				t.Errorf("%+v: want none plain, and parts kept", s)
			}
		})
	}
}

// The same for objects as they are, whose versions differ as a cluster's do, and for others that are held by mistake.
func TestNextVersionsOfAPopulation(t *testing.T) {
	d := encoded.New(encoded.Options{})
	var other object
	for i, o := range population() {
		held := decode(t, d, o, encode(t, o))
		for version := range 3 {
			o = o.DeepCopyObject().(object)
			o.SetResourceVersion(strconv.Itoa(1000*i + version))
			if pod, ok := o.(*corev1.Pod); ok && len(pod.Status.Conditions) > 0 {
				pod.Status.Conditions[0].Message = strconv.Itoa(version)
				pod.Status.ContainerStatuses = append(pod.Status.ContainerStatuses, corev1.ContainerStatus{Name: "more", RestartCount: int32(version)})
			}
			if m := o.GetManagedFields(); len(m) > 0 {
				m[0].FieldsV1 = metav1.NewFieldsV1(`{"f:x":` + strconv.Itoa(version) + `}`)
				o.SetManagedFields(m)
			}
			b := encode(t, o)
			held = decodeNext(t, d, held, b)
			equal(t, held, plain(t, o, b))
			if other != nil {
				got := fresh(o)
				if err := d.DecodeNext(b, got, other); err != nil {
					t.Fatal(err)
				}
				equal(t, got, plain(t, o, b))
			}
		}
		other = held
	}
	if s := d.Stats(); s.Plain > 0 || s.Kept == 0 {
		t.Errorf("%+v: want none plain, and parts kept", s)
	}
}

// Bytes that no server sends give what the generated code gives, also beside a version that is nearly equal.
func TestNextOfDamagedMessages(t *testing.T) {
	const seed, rounds = 5, 10
	random := rand.New(rand.NewPCG(seed, 0))
	for _, kind := range kinds {
		d := encoded.New(encoded.Options{})
		f := filler{random}
		for round := range rounds {
			b := encode(t, f.object(kind))
			if len(b) == 0 {
				continue
			}
			held := decode(t, d, kind, b)
			for range 20 {
				t.Logf("seed %d, round %d", seed, round)
				damaged := mutated(random, b)
				got, want := fresh(kind), fresh(kind)
				gotErr, wantErr := d.DecodeNext(damaged, got, held), want.Unmarshal(damaged)
				if (gotErr == nil) != (wantErr == nil) || gotErr != nil && gotErr.Error() != wantErr.Error() {
					t.Fatalf("%s: error %v, want %v, of\n%q", nameOf(kind), gotErr, wantErr, damaged)
				}
				if gotErr == nil {
					equal(t, got, want)
				}
			}
		}
	}
}
