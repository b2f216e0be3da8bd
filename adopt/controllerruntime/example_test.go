package controllerruntime_test

import (
	"fmt"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"

	"informerbench/adopt/controllerruntime"
	"informerbench/stores/mvcc"
)

func ExampleNewInformer() {
	config := &rest.Config{Host: "http://127.0.0.1:8080"} // as always: ctrl.GetConfig()
	_, err := ctrl.NewManager(config, ctrl.Options{
		Cache: crcache.Options{NewInformer: controllerruntime.NewInformer(mvcc.New)},
	})
	fmt.Println(err)
	// Output: <nil>
}
