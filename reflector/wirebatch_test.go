package reflector_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflector"
	"informerbench/workload/source"
)

// While the store works, a connection of package wire is read on, and what has come is handed over in one
// batch, or in a few when a decoder gives its part while the reflector takes the others'. Of one of client-go's,
// one event waits, and each batch has hardly more.
func TestEventsThatArriveWhileTheStoreWorksAreBatched(t *testing.T) {
	const meanwhile, few = 400, 40 // one to three were seen, and of client-go's about 200
	for way, batched := range map[string]bool{"HTTP": false, "wire, protobuf": true, "wire, JSON": true} {
		t.Run(way, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := source.New(source.Options{})
				change(t, s, watch.Added, "old")
				store, gate := newBatchRecorder(), make(chan struct{})
				store.during = func() {
					store.during = nil
					<-gate
				}
				batching(t, ways[way](t, s), store, reflector.Options{ExpectedType: &corev1.ConfigMap{}})
				change(t, s, watch.Modified, "old")
				synctest.Wait() // the store is busy with it
				for i := range meanwhile {
					change(t, s, watch.Added, fmt.Sprint("new", i))
				}
				synctest.Wait() // what can be read ahead has been
				close(gate)
				synctest.Wait()
				if got := len(store.sizes) - 1; batched != (got <= few) {
					t.Errorf("%d events that waited came in %d batches, those of package wire in at most %d", meanwhile, got, few)
				}
				if got := len(store.content()); got != meanwhile+1 {
					t.Errorf("the store holds %d objects", got)
				}
			})
		})
	}
}
