package compact_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"informerbench/compact"
	"informerbench/workload"
)

// population returns real-size objects of a resource, each decoded on its own.
func population(t testing.TB, r workload.Resource, n int) []runtime.Object {
	t.Helper()
	p, err := workload.Generate(context.Background(), workload.Config{
		Seed: 7, Objects: n, Profile: workload.Real, Resources: []workload.Resource{r}})
	if err != nil {
		t.Fatal(err)
	}
	return p.Objects(r)
}

// received returns an object as a decoder of its wire form would make it of o: it shares nothing with o.
func received(t testing.TB, o runtime.Object) runtime.Object {
	t.Helper()
	var err error
	fresh := reflect.New(reflect.TypeOf(o).Elem()).Interface().(runtime.Object)
	switch o := o.(type) {
	case *unstructured.Unstructured:
		var data []byte
		if data, err = o.MarshalJSON(); err == nil {
			err = fresh.(*unstructured.Unstructured).UnmarshalJSON(data)
		}
	case interface{ Marshal() ([]byte, error) }:
		var data []byte
		if data, err = o.Marshal(); err == nil {
			err = fresh.(interface{ Unmarshal([]byte) error }).Unmarshal(data)
		}
	default:
		err = fmt.Errorf("%T has no encoding", o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fresh
}

func shared(t testing.TB, s compact.Transformer, o runtime.Object) runtime.Object {
	t.Helper()
	r, err := s.Transform(o)
	if err != nil {
		t.Fatal(err)
	}
	return r.(runtime.Object)
}

// drawer fills values at random, from so few that many are equal.
type drawer struct{ *rand.Rand }

func newDrawer(t testing.TB, seed uint64) drawer {
	t.Logf("seed %d", seed)
	return drawer{rand.New(rand.NewPCG(seed, 1))}
}

var (
	texts      = []string{"", "a", "value", "a longer value", "another value of some length"}
	quantities = []string{"0", "1", "100m", "64Mi", "1.5", "0.1n", "12e3"} // some without a text of their own
	instants   = []time.Time{{}, time.Unix(1_700_000_000, 0), time.Unix(1_700_000_001, 5).UTC()}
)

// object returns a new object of the type of example, one of a family of three.
func (d drawer) object(example runtime.Object, name string) runtime.Object {
	v := reflect.New(reflect.TypeOf(example).Elem())
	d.fill(v.Elem(), 0)
	o := v.Interface().(metav1.Object)
	o.SetName(name)
	o.SetNamespace("ns")
	o.SetUID(types.UID("uid of " + name))
	owner := metav1.OwnerReference{UID: types.UID(fmt.Sprint("owner", d.IntN(3)))}
	o.SetOwnerReferences([]metav1.OwnerReference{owner})
	return v.Interface().(runtime.Object)
}

func (d drawer) fill(v reflect.Value, depth int) {
	if d.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.IntN(2) == 0)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(d.Int64N(3))
	case reflect.Uint8:
		v.SetUint(d.Uint64N(3))
	case reflect.Float64:
		v.SetFloat(float64(d.IntN(3)) / 2)
	case reflect.String:
		v.SetString(string(append([]byte(nil), texts[d.IntN(len(texts))]...))) // a copy of its own
	case reflect.Struct:
		for i := range v.NumField() {
			d.fill(v.Field(i), depth)
		}
	case reflect.Pointer:
		if d.IntN(depth+2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			d.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		if n := d.IntN(5-min(depth, 3)) - 1; n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n+d.IntN(3)))
			for i := range n {
				d.fill(v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		d.fillMap(v, depth)
	}
}

func (d drawer) fillMap(v reflect.Value, depth int) {
	n := d.IntN(5) - 1
	if n < 0 {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range n {
		key, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		d.fill(key, depth+1)
		d.fill(e, depth+1)
		v.SetMapIndex(key, e)
	}
}

// special fills what has hidden fields.
func (d drawer) special(v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case *resource.Quantity:
		*p = resource.MustParse(quantities[d.IntN(len(quantities))])
	case *metav1.Time:
		p.Time = instants[d.IntN(len(instants))]
	case *metav1.MicroTime:
		p.Time = instants[d.IntN(len(instants))]
	case *runtime.RawExtension:
		if d.IntN(2) == 0 {
			p.Object = &runtime.Unknown{Raw: []byte("raw")}
		} else {
			p.Raw = []byte(texts[d.IntN(len(texts))])
		}
	default:
		return false
	}
	return true
}
