package compact_test

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/randfill"

	"informerbench/compact"
)

// unchanged interns an object twice and compares it with what it was.
func unchanged(t *testing.T, in *compact.Interner, o runtime.Object) {
	t.Helper()
	want := o.DeepCopyObject()
	for range 2 {
		transform(t, in, o)
		if !reflect.DeepEqual(o, want) {
			t.Fatalf("%T became\n%+v\nwas\n%+v", o, o, want)
		}
	}
}

func TestInternedObjectsAreEqual(t *testing.T) {
	for _, sightings := range []int{1, 2} {
		in := compact.NewInterner(compact.InternOptions{Sightings: sightings})
		for _, objects := range cluster(t, 60) {
			for _, o := range objects {
				o = decoded(t, o)
				unchanged(t, in, o)
				if _, ok := o.(*unstructured.Unstructured); !ok {
					unchanged(t, in, asUnstructured(t, o))
				}
			}
		}
		if s := in.Stats(); s.Added < 300 || s.SavedBytes < 100_000 {
			t.Errorf("stats: %+v", s)
		}
	}
}

// Every kind that client-go knows, filled at random.
func TestInternedRandomObjectsAreEqual(t *testing.T) {
	const seed = 20
	in := compact.NewInterner(compact.InternOptions{Sightings: 1})
	kinds := 0
	for gvk := range scheme.Scheme.AllKnownTypes() {
		fill := randfill.NewWithSeed(seed).NilChance(.5).NumElements(1, 2).Funcs(
			func(r *runtime.RawExtension, c randfill.Continue) { r.Raw = []byte(c.String(20)) },
			func(s *string, c randfill.Continue) { *s = c.String(12) },
		)
		o, err := scheme.Scheme.New(gvk)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := o.(metav1.ObjectMetaAccessor); !ok {
			continue // options and lists
		}
		kinds++
		fill.Fill(o)
		unchanged(t, in, o)
		if t.Failed() {
			t.Fatalf("%s, seed %d", gvk, seed)
		}
	}
	if kinds < 100 {
		t.Errorf("only %d kinds", kinds)
	}
}

// unique tells which strings of an object are its own.
func unique(path string) bool {
	for _, end := range []string{".ObjectMeta.Name", ".ObjectMeta.UID", ".ObjectMeta.ResourceVersion",
		".metadata.name", ".metadata.uid", ".metadata.resourceVersion"} {
		if path == end || path == ".Object"+end {
			return true
		}
	}
	return false
}

// All strings of two equal objects are the same memory, keys of maps included, but for those that are
// an object's own.
func TestAllStringsAreShared(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{Sightings: 1})
	checked := 0
	for r, objects := range cluster(t, 20) {
		for _, form := range []string{"typed", "unstructured"} {
			one, two := decoded(t, objects[0]), decoded(t, objects[0])
			if form == "unstructured" {
				u, v := asUnstructured(t, one), asUnstructured(t, two)
				u.SetKind("Kind") // without one it cannot be decoded
				v.SetKind("Kind")
				one, two = u, decoded(t, v)
			}
			transform(t, in, one)
			transform(t, in, two)
			shared := map[string]string{}
			eachString(reflect.ValueOf(one), "", func(path, text string) { shared[path+"="+text] = text })
			eachString(reflect.ValueOf(two), "", func(path, text string) {
				if len(text) < 2 || unique(path) || strings.HasSuffix(path, ".Format") {
					return
				}
				checked++
				if !same(shared[path+"="+text], text) {
					t.Errorf("%s %s: %s: %q is not shared", r, form, path, text)
				}
			})
		}
	}
	if checked < 500 {
		t.Errorf("only %d strings were compared", checked)
	}
}

// tree is a kind that refers to itself in every way.
type tree struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Label    string
	Next     *tree
	Children []tree
	ByName   map[string]tree
	ByNumber map[int]string
	Pointers []*tree
	hidden   string
	Any      any
}

func (t *tree) DeepCopyObject() runtime.Object { panic("not needed") }

func TestTypesThatReferToThemselves(t *testing.T) {
	clone := strings.Clone
	leaf := func() tree { return tree{Label: clone("a leaf"), hidden: clone("hidden")} }
	grown := func() *tree {
		l := leaf()
		return &tree{Label: clone("the root"), Next: &l, Children: []tree{leaf(), leaf()}, ByName: map[string]tree{clone("a key"): leaf()},
			ByNumber: map[int]string{1: clone("a number")}, Pointers: []*tree{nil, &l}, Any: clone("any")}
	}
	in := compact.NewInterner(compact.InternOptions{Sightings: 1})
	one, two := grown(), grown()
	transform(t, in, one)
	transform(t, in, two)
	if !reflect.DeepEqual(one, two) || !reflect.DeepEqual(one, grown()) {
		t.Fatalf("they became %+v and %+v", one, two)
	}
	pairs := [][2]string{{one.Label, two.Label}, {one.Next.Label, two.Next.Label}, {one.Children[1].Label, two.Children[1].Label},
		{one.ByName["a key"].Label, two.ByName["a key"].Label}, {one.ByNumber[1], two.ByNumber[1]}, {one.Pointers[1].Label, two.Children[0].Label}}
	for i, p := range pairs {
		if !same(p[0], p[1]) {
			t.Errorf("pair %d (%q) is not shared", i, p[0])
		}
	}
}

// What the kinds of a cluster have in common is shared between them as well.
func TestKindsShare(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{})
	before, after := 0, map[*byte]int{} // which keeps them alive, so that no address comes twice
	for _, objects := range cluster(t, 200) {
		for _, o := range objects {
			o = decoded(t, o)
			transform(t, in, o)
			eachString(reflect.ValueOf(o), "", func(_, text string) {
				if len(text) > 1 {
					before += len(text)
					after[unsafe.StringData(text)] = len(text)
				}
			})
		}
	}
	bytes := 0
	for _, n := range after {
		bytes += n
	}
	if bytes > before/2 {
		t.Errorf("%d bytes of strings are left of %d", bytes, before)
	}
}
