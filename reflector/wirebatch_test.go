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

// While the store works, a connection of package wire is read on, and what has come is
// the next batch, but for what a decoder has not handed over at that moment. Of one of
// client-go's, what waits is one event, and the few that pass while the reflector takes it.
func TestEventsThatArriveWhileTheStoreWorksAreBatched(t *testing.T) {
	const meanwhile = 400
	for way, c := range map[string]struct{ batch int }{"HTTP": {1}, "wire, protobuf": {meanwhile / 8}, "wire, JSON": {meanwhile / 8}} {
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
				if got := store.sizes[1]; got < c.batch || c.batch == 1 && got >= meanwhile/8 {
					t.Errorf("the next batch has %d events, want %d at least, and of client-go's connection far fewer than have come", got, c.batch)
				}
				if got := len(store.content()); got != meanwhile+1 {
					t.Errorf("the store holds %d objects", got)
				}
			})
		})
	}
}
