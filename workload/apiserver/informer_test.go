package apiserver_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
	"informerbench/workload/source"
)

// client-go's informer over HTTP, with streaming lists and without, in both encodings.
func TestClientGosInformerEqualsTheSource(t *testing.T) {
	for _, contentType := range []string{asJSON, asProtobuf} {
		for _, refuse := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, source.Options{RefuseInitialEvents: refuse})
				c, err := kubernetes.NewForConfig(s.config(contentType))
				if err != nil {
					t.Fatal(err)
				}
				factory := informers.NewSharedInformerFactory(c, 0)
				informer := factory.Core().V1().Pods().Informer()
				ctx, cancel := context.WithCancel(t.Context())
				factory.StartWithContext(ctx)
				if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
					t.Fatal("the informer did not sync")
				}
				synctest.Wait()
				s.apply(t, watch.Added, pod("new", 0))
				s.apply(t, watch.Deleted, pod("p1", 0))
				s.ExpireWatches(workload.Pods)
				s.apply(t, watch.Modified, pod("p2", 0))
				waitEqual(t, informer.GetStore(), s)
				cancel()
				factory.Shutdown()
			})
		}
	}
}

// waitEqual lets the bubble's time pass until the store holds what the source does.
func waitEqual(t *testing.T, got cache.Store, s *server) {
	t.Helper()
	want := s.Objects(workload.Pods)
	for range 100 {
		equal := len(got.ListKeys()) == len(want)
		for key, o := range want {
			stored, ok, _ := got.GetByKey(key)
			equal = equal && ok && apiequality.Semantic.DeepEqual(stored.(*corev1.Pod), o)
		}
		if equal {
			return
		}
		time.Sleep(time.Second)
	}
	t.Errorf("the store has %v", got.ListKeys())
}
