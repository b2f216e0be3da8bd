package factory_test

import (
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer/factory"
	"informerbench/stores"
	"informerbench/stores/mvcc"
	"informerbench/stores/rwmutex"
)

// blue labels an object; objects that come from a fake client may be shared with it.
func blue(obj any) (any, error) {
	o := obj.(metav1.Object)
	all := maps.Clone(o.GetLabels())
	if all == nil {
		all = map[string]string{}
	}
	all["blue"] = "true"
	o.SetLabels(all)
	return obj, nil
}

func labelsOf(obj any) []string { return slices.Sorted(maps.Keys(obj.(metav1.Object).GetLabels())) }

func TestNamespaceForAllAndForOneResource(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		for _, gvr := range []schema.GroupVersionResource{widgets, gadgets} {
			w.create(gvr, "a", "one")
			w.create(gvr, "b", "two")
		}
		f := w.factory(factory.WithNamespace("b"), factory.WithResource(gadgets, factory.WithNamespace(metav1.NamespaceAll)))
		limited, all := f.ForResource(widgets).Informer(), f.ForResource(gadgets).Informer()
		start(t, f)
		w.create(widgets, "a", "three")
		w.create(gadgets, "a", "three")
		synctest.Wait()
		if got := keys(limited.GetStore()); !slices.Equal(got, []string{"b/two"}) {
			t.Errorf("namespace b has %q", got)
		}
		if got := keys(all.GetStore()); !slices.Equal(got, []string{"a/one", "a/three", "b/two"}) {
			t.Errorf("all namespaces have %q", got)
		}
	})
}

// Lists and watches carry the selector, those of the other resource its own.
func TestTweakOfListOptions(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		f := w.factory(
			factory.WithTweakListOptions(func(o *metav1.ListOptions) { o.LabelSelector = "general" }),
			factory.WithResource(gadgets, factory.WithTweakListOptions(func(o *metav1.ListOptions) { o.LabelSelector = "special" })))
		f.ForResource(widgets)
		f.ForResource(gadgets)
		start(t, f)
		want := map[string]string{"widgets": "general", "gadgets": "special"}
		for resource, selector := range want {
			list, watch := 0, 0
			for _, a := range w.fake.Actions() {
				if a.GetResource().Resource != resource {
					continue
				}
				var got string
				switch a := a.(type) {
				case clienttesting.ListAction:
					list++
					got = a.GetListRestrictions().Labels.String()
				case clienttesting.WatchAction:
					watch++
					got = a.GetWatchRestrictions().Labels.String()
				}
				if got != selector {
					t.Errorf("%s of %s with selector %q, want %q", a.GetVerb(), resource, got, selector)
				}
			}
			if list == 0 || watch == 0 {
				t.Errorf("%s: %d lists and %d watches", resource, list, watch)
			}
		}
	})
}

func TestTransformForAllAndForOneResource(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.create(widgets, "a", "one")
		w.create(gadgets, "a", "one")
		f := w.factory(factory.WithTransform(blue), factory.WithResource(gadgets, factory.WithTransform(nil)))
		with, without := f.ForResource(widgets).Lister(), f.ForResource(gadgets).Lister()
		start(t, f)
		for _, c := range []struct {
			lister cache.GenericLister
			want   []string
		}{{with, []string{"blue"}}, {without, nil}} {
			if o, err := c.lister.Get("a/one"); err != nil || !slices.Equal(labelsOf(o), c.want) {
				t.Errorf("the object is %v (%v), want labels %q", o, err, c.want)
			}
		}
	})
}

func TestResyncForAllAndForOneResource(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.create(widgets, "a", "one")
		w.create(gadgets, "a", "one")
		f := w.factory(factory.WithResyncPeriod(time.Minute), factory.WithResource(gadgets, factory.WithResyncPeriod(0)))
		often, never := handle(t, f.ForResource(widgets).Informer()), handle(t, f.ForResource(gadgets).Informer())
		start(t, f)
		often.expect(t, "add a/one")
		never.expect(t, "add a/one")
		time.Sleep(3*time.Minute + time.Second)
		often.expect(t, "update a/one", "update a/one", "update a/one")
		never.expect(t)
	})
}

// Each type has a store of its own kind; the constructors count what they have made.
func TestStoreForAllAndForOneResource(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		var general, special int
		counting := func(n *int, build stores.Constructor) factory.Option {
			return factory.WithStore(func(i cache.Indexers) stores.Store { *n++; return build(i) })
		}
		f := w.factory(counting(&general, mvcc.New), factory.WithResource(gadgets, counting(&special, rwmutex.New)))
		for range 2 {
			f.ForResource(widgets)
			f.ForResource(gadgets)
		}
		if general != 1 || special != 1 {
			t.Errorf("%d general stores and %d special ones were made, want one each", general, special)
		}
	})
}
