package factory_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer/factory"
)

// kubernetes/kubernetes#92777: the factory waits for the informers that it has started
// and for no others.
func TestWaitingIsForStartedInformersOnly(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		f := w.factory()
		if synced := f.WaitForCacheSync(nil); len(synced) != 0 {
			t.Errorf("nothing was asked for, but %v", synced)
		}
		f.ForResource(widgets)
		start(t, f)
		never := f.ForResource(gadgets).Informer()
		begin := time.Now()
		if synced := f.WaitForCacheSync(nil); len(synced) != 1 || !synced[widgets] {
			t.Errorf("one informer was started, but %v", synced)
		}
		if r := f.WaitForCacheSyncWithContext(t.Context()); r.AsError() != nil || len(r.Synced) != 1 {
			t.Errorf("one informer was started and synced, but %v, %v", r, r.AsError())
		}
		if waited := time.Since(begin); waited != 0 {
			t.Errorf("those that are synced took %v", waited)
		}
		if never.HasSynced() {
			t.Error("an informer that was never started is synced")
		}
	}, "one")
}

// kubernetes/kubernetes#92777: waiting for an informer that was never started ends with
// the wait, and says no.
func TestWaitingForOneNeverStarted(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		never := w.factory().ForResource(widgets).Informer()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if cache.WaitForCacheSync(ctx.Done(), never.HasSynced) || cache.WaitFor(ctx, "", never.HasSyncedChecker()) {
			t.Error("it is reported as synced")
		}
	})
}

// One list fails: who waits learns at the end who is synced and who is not, and why the
// wait ended.
func TestWaitingEndsWithTheContext(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.fake.PrependReactor("list", "gadgets", func(clienttesting.Action) (bool, runtime.Object, error) {
			return true, nil, errors.New("gadgets cannot be listed")
		})
		f := w.factory()
		f.ForResource(widgets)
		f.ForResource(gadgets)
		start(t, f)

		enough := errors.New("enough")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, enough)
		defer cancel()
		r := f.WaitForCacheSyncWithContext(ctx)
		if len(r.Synced) != 2 || !r.Synced[widgets] || r.Synced[gadgets] || r.Err != enough {
			t.Errorf("the answer is %v", r)
		}
		if err := r.AsError(); !errors.Is(err, enough) || !strings.Contains(err.Error(), "gadgets") || strings.Contains(err.Error(), "widgets") {
			t.Errorf("the error is %v", err)
		}
		if synced := f.WaitForCacheSync(ctx.Done()); len(synced) != 2 || !synced[widgets] || synced[gadgets] {
			t.Errorf("with a closed channel the answer is %v", synced)
		}
	})
}

// Who waits is woken when the last first list is there, and not at the next tick.
func TestWaitingDoesNotPoll(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		gate := make(chan struct{})
		w.fake.PrependReactor("list", "*", func(clienttesting.Action) (bool, runtime.Object, error) {
			<-gate
			return false, nil, nil
		})
		f := w.factory()
		f.ForResource(widgets)
		start(t, f)
		answer := make(chan map[schema.GroupVersionResource]bool)
		go func() { answer <- f.WaitForCacheSync(t.Context().Done()) }()
		synctest.Wait()
		begin := time.Now()
		close(gate)
		if synced := <-answer; !synced[widgets] {
			t.Errorf("synced: %v", synced)
		}
		if waited := time.Since(begin); waited != 0 {
			t.Errorf("it took %v", waited)
		}
	}, "one")
}

// The same by Go type, where the answer is client-go's.
func TestWaitingByType(t *testing.T) {
	bubble(t, func(t *testing.T) {
		client := fake.NewClientset(pod("a", "one"))
		client.PrependReactor("list", "nodes", func(clienttesting.Action) (bool, runtime.Object, error) {
			return true, nil, errors.New("nodes cannot be listed")
		})
		f := factory.New(0)
		f.InformerFor(&corev1.Pod{}, podsOf(client))
		f.InformerFor(&corev1.Node{}, nodesOf(client))
		start(t, f)
		f.InformerFor(&corev1.Service{}, podsOf(client)) // never started

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		r := f.WaitForCacheSyncWithContext(ctx)
		if len(r.Synced) != 2 || !r.Synced[podType] || !errors.Is(r.AsError(), context.DeadlineExceeded) || !strings.Contains(r.AsError().Error(), "Node") {
			t.Errorf("the answer is %v", r)
		}
		if synced := f.WaitForCacheSync(ctx.Done()); len(synced) != 2 || !synced[podType] {
			t.Errorf("with a closed channel the answer is %v", synced)
		}
	})
}
