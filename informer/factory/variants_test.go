package factory_test

import (
	"slices"
	"testing"
	"testing/synctest"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/informer/factory"
	"informerbench/stores/catalog"
)

var queues = map[string]informer.QueueFunc{
	"inorder": informer.InOrder, "deltafifo": informer.DeltaFIFO, "direct": informer.Direct,
}

// Informer, handler and lister follow what the client serves, over each store and queue.
func TestEveryStoreFollowsTheClient(t *testing.T) {
	for _, v := range catalog.All() {
		for name, queue := range queues {
			t.Run(v.Name+"/"+name, func(t *testing.T) {
				eachWorld(t, func(t *testing.T, w *world) {
					f := w.factory(factory.WithStore(v.New), factory.WithOptions(informer.WithQueue(queue)))
					follow(t, w, f)
				}, "one", "two")
			})
		}
	}
}

func follow(t *testing.T, w *world, f *factory.Resources) {
	inf := f.ForResource(widgets)
	r, lister := handle(t, inf.Informer()), inf.Lister()
	start(t, f)
	if synced := f.WaitForCacheSync(t.Context().Done()); len(synced) != 1 || !synced[widgets] {
		t.Fatalf("synced: %v", synced)
	}
	r.expect(t, "add a/one", "add a/two")

	w.create(widgets, "b", "three")
	synctest.Wait()
	w.label(widgets, "a", "one", "red")
	synctest.Wait()
	w.delete(widgets, "a", "two")
	r.expect(t, "add b/three", "update a/one", "delete a/two")

	verifyLister(t, lister)
	late := handle(t, inf.Informer())
	late.expect(t, "add a/one", "add b/three")
}

// verifyLister expects a/one with the label red, and b/three without labels.
func verifyLister(t *testing.T, l cache.GenericLister) {
	t.Helper()
	red, err := labels.Parse("red")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		list func(labels.Selector) ([]runtime.Object, error)
		by   labels.Selector
		want []string
	}{
		{"all", l.List, labels.Everything(), []string{"one", "three"}},
		{"red", l.List, red, []string{"one"}},
		{"nothing", l.List, labels.Nothing(), nil},
		{"namespace b", l.ByNamespace("b").List, labels.Everything(), []string{"three"}},
		{"red of b", l.ByNamespace("b").List, red, nil},
		{"empty namespace", l.ByNamespace("c").List, labels.Everything(), nil},
	} {
		found, err := c.list(c.by)
		if got := names(found); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("list of %s: %q (%v), want %q", c.name, got, err, c.want)
		}
	}
	if o, err := l.ByNamespace("b").Get("three"); err != nil || o.(metav1.Object).GetName() != "three" {
		t.Errorf("Get gave %v, %v", o, err)
	}
	if o, err := l.Get("a/one"); err != nil || o.(metav1.Object).GetName() != "one" {
		t.Errorf("Get by key gave %v, %v", o, err)
	}
	for _, err := range []error{second(l.Get("a/two")), second(l.ByNamespace("a").Get("two"))} {
		if !apierrors.IsNotFound(err) {
			t.Errorf("what was deleted is not reported as not found: %v", err)
		}
	}
}

func second(_ runtime.Object, err error) error { return err }

func names(objects []runtime.Object) []string {
	var all []string
	for _, o := range objects {
		all = append(all, o.(metav1.Object).GetName())
	}
	slices.Sort(all)
	return all
}
