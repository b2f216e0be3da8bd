package informer_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/stores/mvcc"
	"informerbench/wire"
)

// Objects are decoded on all cores, into a form in which they share what they have in common: protobuf by Compact, JSON
// by Share.
func ExampleWithWire() {
	config := &rest.Config{Host: "http://127.0.0.1:8080"} // as always: from the kubeconfig
	config.Wrap(wire.Transport)
	pods := cache.NewListWatchFromClient(kubernetes.NewForConfigOrDie(config).CoreV1().RESTClient(), "pods", "", fields.Everything())
	smaller := informer.WithWire(wire.Options{Compact: encoded.New(encoded.Options{}), Share: compact.NewSharer(compact.ShareOptions{})})
	inf := informer.NewSharedIndexInformer(pods, &corev1.Pod{}, 0, cache.Indexers{}, informer.WithStore(mvcc.New), smaller)
	fmt.Println(inf.HasSynced())
	// Output: false
}
