package clientgo_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"

	"informerbench/adopt/clientgo"
	"informerbench/informer"
	"informerbench/stores/mvcc"
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
