package clientgo_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/rest"

	"informerbench/adopt/clientgo"
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/stores/mvcc"
	"informerbench/wire"
)

func ExampleRegister() {
	factory := informers.NewSharedInformerFactoryWithOptions(fake.NewClientset(), 0, informers.WithNamespace("shop"))
	err := clientgo.Register(factory, clientgo.Scope{Namespace: "shop"},
		[]runtime.Object{&corev1.Pod{}, &corev1.ConfigMap{}}, informer.WithStore(mvcc.New))
	if err != nil {
		fmt.Println(err)
		return
	}
	pods := factory.Core().V1().Pods() // as always: pods.Informer(), pods.Lister(), factory.Start(…)
	fmt.Printf("%T\n", pods.Informer().GetIndexer())
	// Output: *indexer.Indexer
}

// One option decodes the objects on all cores, into a form in which they share what they have in common.
func ExampleRegister_sharedForm() {
	config := &rest.Config{Host: "http://127.0.0.1:8080"} // as always: from the kubeconfig
	config.Wrap(wire.Transport)
	factory := informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(config), 0)
	smaller := informer.WithWire(wire.Options{Compact: encoded.New(encoded.Options{})})
	err := clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}}, informer.WithStore(mvcc.New), smaller)
	fmt.Println(err)
	// Output: <nil>
}
