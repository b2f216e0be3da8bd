package apiserver_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"

	"informerbench/workload"
	"informerbench/workload/source"
)

func TestKindsOfTheSourcesOptionsAreServed(t *testing.T) {
	services := workload.Kind{Resource: "services", GVK: corev1.SchemeGroupVersion.WithKind("Service"), Namespaced: true}
	gadgets := workload.Kind{Resource: "gadgets", GVK: schema.GroupVersionKind{Group: "x.example.com", Version: "v1", Kind: "Gadget"}}
	s := serve(t, source.Options{Kinds: []workload.Kind{services, gadgets}})
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(gadgets.GVK)
	u.SetName("one")
	for r, o := range map[workload.Resource]runtime.Object{
		"services": &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "web"}}, "gadgets": u,
	} {
		if err := s.Load(r, []runtime.Object{o}); err != nil {
			t.Fatal(err)
		}
	}
	typed, err := kubernetes.NewForConfig(s.config(asProtobuf))
	if err != nil {
		t.Fatal(err)
	}
	if list, err := typed.CoreV1().Services("").List(t.Context(), metav1.ListOptions{}); err != nil || len(list.Items) != 1 || list.Items[0].Name != "web" {
		t.Errorf("services are %v, error %v", list, err)
	}
	custom, err := dynamic.NewForConfig(s.config(asJSON))
	if err != nil {
		t.Fatal(err)
	}
	if list, err := custom.Resource(gadgets.GVR()).List(t.Context(), metav1.ListOptions{}); err != nil || len(list.Items) != 1 || list.Items[0].GetKind() != "Gadget" {
		t.Errorf("gadgets are %v, error %v", list, err)
	}
	d, err := discovery.NewDiscoveryClientForConfig(s.config(asJSON))
	if err != nil {
		t.Fatal(err)
	}
	found, err := d.ServerResourcesForGroupVersion("x.example.com/v1")
	if err != nil || len(found.APIResources) != 1 || found.APIResources[0].Name != "gadgets" || found.APIResources[0].Namespaced {
		t.Errorf("discovery finds %v, error %v", found, err)
	}
}
