package packed_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"informerbench/stores/packed"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"pgregory.net/rapid"
)

func unstructuredCoding() packed.Coding {
	return packed.Default().For(reflect.TypeFor[*unstructured.Unstructured]())
}

// values are those that content from an API server is made of.
func values(depth int) *rapid.Generator[any] {
	text := rapid.StringN(0, 12, -1)
	kinds := []*rapid.Generator[any]{
		rapid.Just[any](nil),
		rapid.Bool().AsAny(),
		rapid.Int64().AsAny(),
		rapid.Float64().Filter(func(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }).AsAny(),
		rapid.SampledFrom([]float64{0, 1, -1, 1e6, 1e21, 1e-9, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Copysign(0, -1)}).AsAny(),
		rapid.SampledFrom([]int64{math.MaxInt64, math.MinInt64, 1 << 53, 1<<53 + 1}).AsAny(),
		text.AsAny(),
		rapid.SampledFrom([]string{"\x00\x1f\x7f\"\\/", "\u2028\u2029<>&", "☃\U0001f600", "null", "1.0"}).AsAny(),
	}
	if depth > 0 {
		kinds = append(kinds, rapid.SliceOfN(values(depth-1), 0, 4).AsAny(), rapid.MapOfN(text, values(depth-1), 0, 4).AsAny())
	}
	return rapid.OneOf(kinds...)
}

func TestContentComesBackAsItWas(t *testing.T) {
	coding, store := unstructuredCoding(), bare()
	rapid.Check(t, func(t *rapid.T) {
		obj := &unstructured.Unstructured{Object: rapid.MapOfN(rapid.String(), values(3), 0, 6).Draw(t, "content")}
		data, err := coding.Append(nil, obj)
		if err != nil {
			t.Fatal(err)
		}
		got, err := coding.Decode(data)
		if err != nil || !same(got.(*unstructured.Unstructured).Object, obj.Object) {
			t.Fatalf("%#v (%v)\nwant %#v\nfrom %s", got, err, obj, data)
		}
		store.Update("a", obj)
		for how, got := range reads(store, "a") {
			if !same(got.(*unstructured.Unstructured).Object, obj.Object) {
				t.Fatalf("%s: %#v\nwant %#v", how, got, obj)
			}
		}
	})
	if stats := store.Stats(); stats.Packed != 1 {
		t.Errorf("%+v", stats)
	}
}

// same is reflect.DeepEqual, and knows one zero from the other.
func same(a, b any) bool {
	f, isFloat := a.(float64)
	if g, ok := b.(float64); ok && isFloat {
		return math.Float64bits(f) == math.Float64bits(g)
	}
	return reflect.DeepEqual(a, b)
}

func TestContentWithoutObject(t *testing.T) {
	for _, m := range []map[string]any{nil, {}} {
		data, err := unstructuredCoding().Append(nil, &unstructured.Unstructured{Object: m})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := unstructuredCoding().Decode(data); err != nil || !reflect.DeepEqual(got, &unstructured.Unstructured{Object: m}) {
			t.Errorf("%#v, %v instead of %#v", got, err, m)
		}
	}
}

func TestContentThatJSONCannotTellIsRefused(t *testing.T) {
	var deep any = "x"
	for range 2000 {
		deep = []any{deep}
	}
	for name, value := range map[string]any{
		"an int": 1, "a float32": float32(1), "not a number": math.NaN(), "infinite": math.Inf(-1), "bytes": []byte("x"),
		"a nil map": map[string]any(nil), "a nil list": []any(nil), "not UTF-8": "\xff", "a deep value": deep, "strings": []string{"a"},
		"within": []any{map[string]any{"a": uint8(1)}},
	} {
		obj := &unstructured.Unstructured{Object: map[string]any{"value": value}}
		if data, err := unstructuredCoding().Append(nil, obj); err == nil {
			t.Errorf("%s is encoded as %.40s", name, data)
		}
		store := packed.New(nil).(*packed.Store)
		store.Add("a", obj)
		if got, _ := store.Get("a"); got != any(obj) || store.Stats().Live != 1 {
			t.Errorf("%s is not kept as it is", name)
		}
	}
	if _, err := unstructuredCoding().Append(nil, &unstructured.Unstructured{Object: map[string]any{"\xff": "a"}}); err == nil {
		t.Error("a key that is not UTF-8 is encoded")
	}
}

// Objects that are alike are alike as bytes.
func TestContentIsSorted(t *testing.T) {
	m := map[string]any{}
	for _, key := range strings.Split("d b a c e", " ") {
		m[key] = key
	}
	data, err := unstructuredCoding().Append(nil, &unstructured.Unstructured{Object: m})
	if want := `{"a":"a","b":"b","c":"c","d":"d","e":"e"}`; err != nil || string(data) != want {
		t.Errorf("%s, %v", data, err)
	}
}
