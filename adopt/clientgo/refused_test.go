package clientgo_test

import (
	"errors"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"

	"informerbench/adopt/clientgo"
)

// Whoever asks a factory first makes the informer: whoever comes second has to hear of it.
func TestTypesThatTheFactoryHasAlready(t *testing.T) {
	factory := informers.NewSharedInformerFactory(fake.NewClientset(), 0)
	factory.Core().V1().Nodes().Lister()
	err := clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}, &corev1.Node{}, &corev1.Secret{}})
	if !errors.Is(err, clientgo.ErrTaken) || !strings.Contains(err.Error(), "*v1.Node") || strings.Contains(err.Error(), "*v1.Pod") {
		t.Errorf("got the error %v, want one about Nodes alone", err)
	}
	core := factory.Core().V1()
	if !ours(core.Pods().Informer()) || ours(core.Nodes().Informer()) || !ours(core.Secrets().Informer()) {
		t.Error("want our informers for Pods and Secrets, and client-go's for Nodes")
	}
	if err := clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}}); !errors.Is(err, clientgo.ErrTaken) {
		t.Errorf("registering Pods again: got the error %v", err)
	}
}

func TestTypesThatTheClientDoesNotList(t *testing.T) {
	for _, example := range []runtime.Object{
		nil, &corev1.PodList{}, &corev1.Binding{}, &unstructured.Unstructured{}, &metav1.PartialObjectMetadata{},
	} {
		factory := informers.NewSharedInformerFactory(fake.NewClientset(), 0)
		err := clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}, example})
		if err == nil || !strings.Contains(err.Error(), "nothing registered") || !strings.Contains(err.Error(), "&corev1.Pod{}") {
			t.Errorf("%T: got the error %v", example, err)
		}
		if ours(factory.Core().V1().Pods().Informer()) {
			t.Errorf("%T: Pods were registered all the same", example)
		}
	}
}
