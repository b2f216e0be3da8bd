package controllerruntime_test

import (
	"fmt"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"

	"informerbench/adopt/controllerruntime"
	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/stores/mvcc"
	"informerbench/wire"
)

func ExampleNewInformer() {
	config := &rest.Config{Host: "http://127.0.0.1:8080"} // as always: ctrl.GetConfig()
	_, err := ctrl.NewManager(config, ctrl.Options{
		Cache: crcache.Options{NewInformer: controllerruntime.NewInformer(mvcc.New)},
	})
	fmt.Println(err)
	// Output: <nil>
}

// The transforms of package compact make the objects in the cache smaller, with controller-runtime's
// own informers just as with these.
func ExampleNewInformer_smallerObjects() {
	strip, err := compact.NewStripper(compact.StripOptions{})
	if err != nil {
		panic(err)
	}
	smaller := compact.Chain(strip, compact.NewInterner(compact.InternOptions{}))
	_, err = ctrl.NewManager(&rest.Config{Host: "http://127.0.0.1:8080"}, ctrl.Options{
		Cache: crcache.Options{DefaultTransform: smaller, NewInformer: controllerruntime.NewInformer(mvcc.New)},
	})
	fmt.Println(err)
	// Output: <nil>
}

// One option decodes the cache's objects on all cores, into a form in which they share what they have in common.
func ExampleNewInformer_sharedForm() {
	config := &rest.Config{Host: "http://127.0.0.1:8080"}
	config.Wrap(wire.Transport)
	smaller := informer.WithWire(wire.Options{Compact: encoded.New(encoded.Options{}), Share: compact.NewSharer(compact.ShareOptions{})})
	_, err := ctrl.NewManager(config, ctrl.Options{
		Cache: crcache.Options{NewInformer: controllerruntime.NewInformer(mvcc.New, smaller)},
	})
	fmt.Println(err)
	// Output: <nil>
}
