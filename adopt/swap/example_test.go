package swap_test

import (
	"fmt"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"

	"informerbench/adopt/swap"
	"informerbench/stores/mvcc"
)

func ExampleStore() {
	factory := informers.NewSharedInformerFactory(fake.NewClientset(), 0)
	pods := factory.Core().V1().Pods().Informer()
	store, err := swap.Store(pods, mvcc.New) // before factory.Start
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%T\n", store)
	// Output: *mvcc.Store
}
