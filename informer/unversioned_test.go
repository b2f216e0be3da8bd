package informer_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// Objects of client-go's fake clients have no resource versions, so that versions cannot
// tell an update from a resync. Nobody may miss the updates, and handlers that asked for
// no resync still get none.
func TestUpdatesWithoutVersions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "one"}}
		client := fake.NewClientset(pod)
		lw := cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
			ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
				return client.CoreV1().Pods("").List(ctx, o)
			},
			WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
				return client.CoreV1().Pods("").Watch(ctx, o)
			},
		}, client)
		inf := informer.NewSharedIndexInformer(lw, &corev1.Pod{}, time.Minute, nil)
		var never, often atomic.Int64
		if _, err := inf.AddEventHandlerWithResyncPeriod(counter(&never), 0); err != nil {
			t.Fatal(err)
		}
		add(t, inf, counter(&often))
		start(t, inf)
		if _, err := client.CoreV1().Pods("a").Update(t.Context(), pod, metav1.UpdateOptions{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if n, o := never.Load(), often.Load(); n != 1 || o != 1 {
			t.Errorf("after one update the handlers have %d and %d, want one each", n, o)
		}
		time.Sleep(2*time.Minute + time.Second)
		synctest.Wait()
		if n, o := never.Load(), often.Load(); n != 1 || o != 3 {
			t.Errorf("after two resyncs the handlers have %d and %d updates, want 1 and 3", n, o)
		}
	})
}

// counter counts updates.
func counter(n *atomic.Int64) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, _ any) { n.Add(1) }}
}
