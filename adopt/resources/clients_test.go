package resources_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	metadatafake "k8s.io/client-go/metadata/fake"
	clienttesting "k8s.io/client-go/testing"
)

var (
	widgets = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "widgets"}
	gadgets = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "gadgets"}
)

func newDynamicClient(t *testing.T, names ...string) *dynamicfake.FakeDynamicClient {
	client := dynamicfake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(),
		map[schema.GroupVersionResource]string{widgets: "WidgetList", gadgets: "GadgetList"})
	for _, name := range names {
		create(t, client.Tracker(), widgetOf("a", name))
	}
	return client
}

func newMetadataClient(t *testing.T, names ...string) *metadatafake.FakeMetadataClient {
	scheme := metadatafake.NewTestScheme()
	if err := metav1.AddMetaToScheme(scheme); err != nil {
		t.Fatal(err)
	}
	client := metadatafake.NewSimpleMetadataClient(scheme)
	for _, name := range names {
		create(t, client.Tracker(), metadataOf("a", name))
	}
	return client
}

func widgetOf(namespace, name string) runtime.Object {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(widgets.GroupVersion().WithKind("Widget"))
	u.SetNamespace(namespace)
	u.SetName(name)
	return u
}

func metadataOf(namespace, name string) runtime.Object {
	o := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	o.SetGroupVersionKind(widgets.GroupVersion().WithKind("Widget"))
	return o
}

func create(t *testing.T, tracker clienttesting.ObjectTracker, o runtime.Object) {
	t.Helper()
	if err := tracker.Create(widgets, o, o.(metav1.Object).GetNamespace()); err != nil {
		t.Fatal(err)
	}
}
