package workload_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

func TestKindsMakeTheSameObjectsAsTheirResources(t *testing.T) {
	for _, k := range workload.Kinds() {
		if want := k.Resource.New(); k.New().GetObjectKind().GroupVersionKind() != want.GetObjectKind().GroupVersionKind() {
			t.Errorf("%s makes a %T, want a %T", k.Resource, k.New(), want)
		}
		if k.GVR() != k.Resource.GroupVersionResource() || k.Namespaced != k.Resource.Namespaced() {
			t.Errorf("%+v does not describe %s", k, k.Resource)
		}
		if k.Typed() == (k.Resource == workload.Widgets) {
			t.Errorf("%s: typed is %t", k.Resource, k.Typed())
		}
	}
}

func TestAnyKindCanBeDescribed(t *testing.T) {
	service := workload.Kind{Resource: "services", GVK: corev1.SchemeGroupVersion.WithKind("Service"), Namespaced: true}
	if _, ok := service.New().(*corev1.Service); !ok {
		t.Errorf("a Service is a %T", service.New())
	}
	if _, ok := service.NewList().(*corev1.ServiceList); !ok {
		t.Errorf("a list of Services is a %T", service.NewList())
	}
	gadget := workload.Kind{Resource: "gadgets", GVK: schema.GroupVersionKind{Group: "x.example.com", Version: "v1", Kind: "Gadget"}}
	u, ok := gadget.New().(*unstructured.Unstructured)
	if !ok || u.GroupVersionKind() != gadget.GVK {
		t.Errorf("an unknown kind is a %T of %v", gadget.New(), u.GroupVersionKind())
	}
	if list, ok := gadget.NewList().(*unstructured.UnstructuredList); !ok || list.GetKind() != "GadgetList" {
		t.Errorf("its list is a %T", gadget.NewList())
	}
	u.SetLabels(map[string]string{"app": "a"})
	indexers := gadget.Indexers()
	if _, ok := indexers[cache.NamespaceIndex]; ok {
		t.Error("a cluster-wide kind has a namespace index")
	}
	if values, err := indexers[workload.LabelIndex](u); err != nil || len(values) != 1 || values[0] != "app=a" {
		t.Errorf("labels %q, error %v", values, err)
	}
	pods, _ := workload.KindOf(workload.Pods)
	if got, want := len(pods.Indexers()), len(workload.Indexers(workload.Pods)); got != want {
		t.Errorf("the kind of Pods has %d indexes, the resource %d", got, want)
	}
	if _, ok := workload.KindOf("services"); ok {
		t.Error("the generator makes no Services")
	}
}
