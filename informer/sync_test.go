package informer_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

func newInformer(s cache.ListerWatcher, o ...informer.Option) cache.SharedIndexInformer {
	return newInformerWith(s, cache.SharedIndexInformerOptions{}, o...)
}

func newInformerWith(s cache.ListerWatcher, client cache.SharedIndexInformerOptions, o ...informer.Option) cache.SharedIndexInformer {
	return informer.NewSharedIndexInformerWithOptions(s, &corev1.Pod{}, client, o...)
}

// kubernetes/kubernetes#113763: a slow handler is synced when its last initial call
// has returned, not when the store is full.
func TestRegistrationSyncsAfterLastInitialCall(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		const objects = 1000
		var calls, returned, flagged atomic.Int64
		inf := newInformer(withPods(objects), o...)
		reg := add(t, inf, cache.ResourceEventHandlerDetailedFuncs{AddFunc: func(_ any, initial bool) {
			calls.Add(1)
			if initial {
				flagged.Add(1)
			}
			time.Sleep(time.Millisecond) // the handler's work, in the bubble's time
			returned.Add(1)
		}})
		start(t, inf)
		if !inf.HasSynced() {
			t.Fatal("the informer waits for its handler")
		}
		for calls.Load() < objects {
			if reg.HasSynced() {
				t.Fatalf("synced after %d of %d calls", returned.Load(), objects)
			}
			time.Sleep(time.Millisecond / 2)
		}
		<-reg.HasSyncedChecker().Done()
		if r, f := returned.Load(), flagged.Load(); r != objects || f != objects || !reg.HasSynced() {
			t.Fatalf("synced after %d returned calls, %d of them flagged as initial, want %d", r, f, objects)
		}
	})
}

// An update whose handler blocks comes after the initial list, and must not keep its
// registration from being synced.
func TestRegistrationSyncsThoughALaterCallBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, gate := withPods(1), make(chan struct{})
		inf := newInformer(source)
		first := make(chan struct{})
		reg := add(t, inf, cache.ResourceEventHandlerFuncs{
			AddFunc:    func(any) { <-first },
			UpdateFunc: func(_, _ any) { <-gate },
		})
		start(t, inf)
		source.put(podName(0))
		synctest.Wait()
		close(first)
		synctest.Wait()
		if !reg.HasSynced() {
			t.Error("all initial calls returned, but the registration is not synced")
		}
		close(gate)
	})
}

func TestHandlerOfEmptyInformerSyncs(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(newScript(), o...)
		early := add(t, inf, newRecorder())
		if early.HasSynced() || inf.HasSynced() {
			t.Error("synced before the start")
		}
		start(t, inf)
		late := add(t, inf, newRecorder())
		if !early.HasSynced() || !late.HasSynced() {
			t.Errorf("with nothing to see: early handler synced=%v, late one %v", early.HasSynced(), late.HasSynced())
		}
	})
}

// kubernetes/kubernetes#92777: waiting for an informer that was never started ends
// with the wait, and says no; one that has synced answers at once.
func TestWaitingForSync(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(withPods(3), o...)
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("enough"))
		defer cancel()
		if cache.WaitForCacheSync(ctx.Done(), inf.HasSynced) || cache.WaitFor(ctx, "", inf.HasSyncedChecker()) {
			t.Error("a never-started informer is reported as synced")
		}
		reg := add(t, inf, newRecorder())
		start(t, inf)
		begin := time.Now()
		if !cache.WaitForCacheSync(t.Context().Done(), inf.HasSynced, reg.HasSynced) ||
			!cache.WaitFor(t.Context(), "", inf.HasSyncedChecker(), reg.HasSyncedChecker()) {
			t.Error("a synced informer is reported as not synced")
		}
		if waited := time.Since(begin); waited > 5*time.Millisecond {
			t.Errorf("a synced informer answered after %v", waited)
		}
	})
}

func TestInitialFlagOnlyForTheInitialList(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source, r := withPods(2), newRecorder()
		inf := newInformer(source, o...)
		add(t, inf, r)
		start(t, inf)
		source.put("later")
		synctest.Wait()
		source.silently(func(e edit) { e.put("found-by-relist") })
		time.Sleep(time.Minute) // the reflector's backoff
		synctest.Wait()
		for key, want := range map[string]string{podKey(0): "initial 1", podKey(1): "initial 2", "ns/later": "add 3", "ns/found-by-relist": "add 4"} {
			if got := r.history(key); len(got) < 1 || got[0] != want {
				t.Errorf("%s: history %q begins not with %q", key, got, want)
			}
		}
	})
}
