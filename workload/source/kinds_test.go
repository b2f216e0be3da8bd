package source_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
	"informerbench/workload/source"
)

var (
	services = workload.Kind{Resource: "services", GVK: corev1.SchemeGroupVersion.WithKind("Service"), Namespaced: true}
	gadgets  = workload.Kind{Resource: "gadgets", GVK: schema.GroupVersionKind{Group: "x.example.com", Version: "v1", Kind: "Gadget"}}
)

func gadget(name string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(gadgets.GVK)
	u.SetName(name)
	return u
}

func TestASourceHoldsKindsThatTheGeneratorDoesNotMake(t *testing.T) {
	s := source.New(source.Options{Kinds: []workload.Kind{services, gadgets}, TypedLists: true})
	if err := s.Load("services", []runtime.Object{&corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "web"}}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Load("gadgets", []runtime.Object{gadget("one")}); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(workload.Event{Resource: "gadgets", Type: watch.Added, Object: gadget("two")}); err != nil {
		t.Fatal(err)
	}
	for resource, want := range map[workload.Resource]int{"services": 1, "gadgets": 2} {
		list, err := cache.ToListerWithContext(s.ListerWatcher(resource)).ListWithContext(t.Context(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		switch l := list.(type) {
		case *corev1.ServiceList:
			if len(l.Items) != want {
				t.Errorf("%d services", len(l.Items))
			}
		case *unstructured.UnstructuredList:
			if len(l.Items) != want || l.GetKind() != "GadgetList" {
				t.Errorf("%d gadgets in a %s", len(l.Items), l.GetKind())
			}
		default:
			t.Errorf("%s are listed as a %T", resource, list)
		}
	}
	if err := s.Apply(workload.Event{Resource: "gadgets", Type: watch.Added, Object: pod("a", "p", 0)}); err == nil {
		t.Error("a Pod among gadgets is no error")
	}
	if err := s.Load("nosuch", nil); err == nil {
		t.Error("a resource that is not in the options is no error")
	}
}

func TestAKindOfTheOptionsTakesThePlaceOfTheGenerators(t *testing.T) {
	other := workload.Kind{Resource: workload.Events, GVK: schema.GroupVersionKind{Group: "events.k8s.io", Version: "v1", Kind: "Event"}, Namespaced: true}
	seen := 0
	for _, k := range source.New(source.Options{Kinds: []workload.Kind{other}}).Kinds() {
		if k.Resource == workload.Events {
			seen++
			if k != other {
				t.Errorf("events are %v", k.GVK)
			}
		}
	}
	if seen != 1 {
		t.Errorf("events are there %d times", seen)
	}
}
