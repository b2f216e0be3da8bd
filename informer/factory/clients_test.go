package factory_test

import (
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	metadatafake "k8s.io/client-go/metadata/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer/factory"
)

var (
	widgets = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "widgets"}
	gadgets = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "gadgets"}
	kinds   = map[schema.GroupVersionResource]string{widgets: "Widget", gadgets: "Gadget"}
)

// world is a fake client of one kind, and how a test changes what it serves.
type world struct {
	fake    *clienttesting.Fake
	tracker clienttesting.ObjectTracker
	object  func(gvr schema.GroupVersionResource, namespace, name string) runtime.Object
	factory func(o ...factory.ResourceOption) *factory.Resources
}

// worlds are the kinds of clients that a factory by resource can have.
var worlds = map[string]func(objects ...string) *world{"dynamic": dynamicWorld, "metadata": metadataWorld}

// eachWorld runs a test against fresh fake clients of each kind, which serve the widgets
// of namespace a that are named.
func eachWorld(t *testing.T, test func(t *testing.T, w *world), names ...string) {
	for name, newWorld := range worlds {
		t.Run(name, func(t *testing.T) { bubble(t, func(t *testing.T) { test(t, newWorld(names...)) }) })
	}
}

func dynamicWorld(names ...string) *world {
	w, _ := newDynamicWorld(names)
	return w
}

// exampleClient serves the widgets of namespace a that are named.
func exampleClient(names ...string) dynamic.Interface {
	_, client := newDynamicWorld(names)
	return client
}

func newDynamicWorld(names []string) (*world, dynamic.Interface) {
	lists := map[schema.GroupVersionResource]string{}
	for gvr, kind := range kinds {
		lists[gvr] = kind + "List"
	}
	client := dynamicfake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), lists)
	w := &world{fake: &client.Fake, tracker: client.Tracker(),
		object: func(gvr schema.GroupVersionResource, namespace, name string) runtime.Object {
			u := &unstructured.Unstructured{}
			u.SetGroupVersionKind(gvr.GroupVersion().WithKind(kinds[gvr]))
			u.SetNamespace(namespace)
			u.SetName(name)
			return u
		},
		factory: func(o ...factory.ResourceOption) *factory.Resources { return factory.NewDynamic(client, 0, o...) },
	}
	return w.with(names), client
}

func metadataWorld(names ...string) *world {
	scheme := metadatafake.NewTestScheme()
	if err := metav1.AddMetaToScheme(scheme); err != nil {
		panic(err)
	}
	client := metadatafake.NewSimpleMetadataClient(scheme)
	w := &world{fake: &client.Fake, tracker: client.Tracker(),
		object: func(gvr schema.GroupVersionResource, namespace, name string) runtime.Object {
			o := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
			o.SetGroupVersionKind(gvr.GroupVersion().WithKind(kinds[gvr]))
			return o
		},
		factory: func(o ...factory.ResourceOption) *factory.Resources { return factory.NewMetadata(client, 0, o...) },
	}
	return w.with(names)
}

func (w *world) with(names []string) *world {
	for _, name := range names {
		w.must(w.tracker.Create(widgets, w.object(widgets, "a", name), "a"))
	}
	return w
}

func (w *world) must(err error) {
	if err != nil {
		panic(err)
	}
}

func (w *world) create(gvr schema.GroupVersionResource, namespace, name string) {
	w.must(w.tracker.Create(gvr, w.object(gvr, namespace, name), namespace))
}

// label updates an object.
func (w *world) label(gvr schema.GroupVersionResource, namespace, name, label string) {
	o := w.object(gvr, namespace, name)
	o.(metav1.Object).SetLabels(map[string]string{label: "true"})
	w.must(w.tracker.Update(gvr, o, namespace))
}

func (w *world) delete(gvr schema.GroupVersionResource, namespace, name string) {
	w.must(w.tracker.Delete(gvr, namespace, name))
}

// keys returns what a store holds, sorted.
func keys(s cache.Store) []string {
	all := s.ListKeys()
	slices.Sort(all)
	return all
}
