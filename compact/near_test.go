package compact_test

import (
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
	"informerbench/compact/internal/leaf"
	"informerbench/workload"
)

// keeping are transforms that lose nothing.
var keeping = []struct {
	name string
	make func() []compact.Transformer
}{
	{"share", func() []compact.Transformer { return []compact.Transformer{compact.NewSharer(compact.ShareOptions{})} }},
	{"share with an interner's strings", func() []compact.Transformer {
		return []compact.Transformer{compact.NewSharer(compact.ShareOptions{Interner: compact.NewInterner(compact.InternOptions{Sightings: 1})})}
	}},
	{"intern", func() []compact.Transformer {
		return []compact.Transformer{compact.NewInterner(compact.InternOptions{Sightings: 1})}
	}},
	{"intern, then share", func() []compact.Transformer {
		return []compact.Transformer{compact.NewInterner(compact.InternOptions{}), compact.NewSharer(compact.ShareOptions{})}
	}},
}

// Objects in which one thing is different stay what they were, and so do the earlier ones, with which they share
// all the rest. One transform sees all kinds.
func TestNearSiblingsStayWhatTheyWere(t *testing.T) {
	for _, k := range keeping {
		t.Run(k.name, func(t *testing.T) {
			transform := compact.Chain(k.make()...)
			for i, kind := range nearKinds() {
				d := newDrawer(t, 100+uint64(i))
				var got, want []runtime.Object
				for n := range families {
					for _, o := range d.family(kind, fmt.Sprint("family", n)) {
						want = append(want, o.DeepCopyObject())
						got = append(got, shared(t, byFunc(transform), o))
					}
				}
				alike(t, got, want)
			}
		})
	}
}

// The same where the previous version of each object is known, whether or not that was shared itself.
func TestNextVersionsStayWhatTheyWere(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	for i, kind := range nearKinds() {
		d := newDrawer(t, 200+uint64(i))
		for n := range families {
			all := d.family(kind, fmt.Sprint("family", n))
			want := copies(all)
			for i := 1; i < len(all); i++ {
				if got, err := s.TransformNext(all[d.IntN(i)], all[i]); got != any(all[i]) || err != nil {
					t.Fatalf("got %v, %v", got, err)
				}
			}
			alike(t, all, want)
		}
	}
}

// What is stripped is what is asked for and nothing else, once and again, before sharing and after it; objects that
// share with a stripped one and are not stripped stay whole.
func TestStrippedNearSiblings(t *testing.T) {
	stripper := newStripper(t, compact.StripOptions{})
	before := compact.Chain(stripper, compact.NewInterner(compact.InternOptions{Sightings: 1}), compact.NewSharer(compact.ShareOptions{}))
	for i, kind := range nearKinds() {
		sharer := compact.NewSharer(compact.ShareOptions{})
		d := newDrawer(t, 300+uint64(i))
		var early, late, lean, mixed []runtime.Object
		for n := range families {
			for m, o := range d.family(kind, fmt.Sprint("family", n)) {
				lean = append(lean, bare(o))
				early = append(early, shared(t, byFunc(before), o.DeepCopyObject()))
				late = append(late, shared(t, sharer, o))
				mixed = append(mixed, o.DeepCopyObject())
				if m%2 == 0 {
					mixed[len(mixed)-1] = bare(o)
				}
			}
		}
		for i := 0; i < len(late); i += 2 {
			transform(t, stripper, late[i])
		}
		alike(t, early, lean)
		alike(t, late, mixed)
		for i := range early {
			transform(t, stripper, early[i])
			transform(t, stripper, late[i])
		}
		alike(t, early, lean)
		alike(t, late, lean)
	}
}

// Whatever is written into shared objects, Verify finds: one thing in one place.
func TestAnyMutationIsTold(t *testing.T) {
	for i, kind := range nearKinds() {
		d := newDrawer(t, 400+uint64(i))
		for n := range families {
			s := compact.NewSharer(compact.ShareOptions{Detect: true})
			all := d.family(kind, fmt.Sprint("family", n))
			for _, o := range all {
				shared(t, s, o)
			}
			if found := s.Verify(); len(found) > 0 {
				t.Fatalf("nobody changed anything: %v", found)
			}
			path := leaf.Change(d.Rand, all[d.IntN(len(all))])
			if found := s.Verify(); len(found) != 1 || found[0].Path == "" || found[0].Objects < 1 || found[0].Objects > len(all) {
				t.Fatalf("%T: %s was changed, and found was %v", kind, path, found)
			}
			for _, o := range all { // they are alive until here
				_ = o.(metav1.Object).GetName()
			}
		}
	}
}

// The same for what dynamic clients have of a cluster.
func TestNearSiblingsOfUnstructuredContent(t *testing.T) {
	population := cluster(t, 6)
	for _, k := range keeping {
		transform := compact.Chain(k.make()...)
		for _, r := range workload.Resources() {
			d := newDrawer(t, 500)
			var got, want []runtime.Object
			for _, o := range population[r][:min(len(population[r]), 2)] {
				u, ok := o.(*unstructured.Unstructured)
				if !ok {
					u = asUnstructured(t, o)
					u.SetAPIVersion("v1")
					u.SetKind(string(r))
				}
				for range members {
					u = u.DeepCopy()
					leaf.Change(d.Rand, u)
					want = append(want, u.DeepCopy())
					got = append(got, shared(t, byFunc(transform), u))
				}
			}
			alike(t, got, want)
		}
	}
}
