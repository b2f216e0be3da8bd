package informer_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

var errTransform = errors.New("the transform does not like this one")

// kubernetes/kubernetes#124337: once per object from the server; never on tombstones
// or on a resync.
func TestTransformSeesEachObjectOnce(t *testing.T) {
	forAllKeepingPipelines(t, func(t *testing.T, o ...informer.Option) {
		const objects = 100
		source, r := withPods(objects), newRecorder()
		inf := newInformerWith(source, cache.SharedIndexInformerOptions{ResyncPeriod: time.Minute}, o...)
		var calls, odd atomic.Int64
		if err := inf.SetTransform(func(obj any) (any, error) {
			calls.Add(1)
			p, ok := obj.(*corev1.Pod)
			if !ok || p.Labels != nil {
				odd.Add(1)
				return obj, nil
			}
			p = p.DeepCopy()
			p.Labels = map[string]string{"transformed": "yes"}
			return p, nil
		}); err != nil {
			t.Fatal(err)
		}
		add(t, inf, r)
		start(t, inf)
		expect := func(what string, want int64) {
			t.Helper()
			synctest.Wait()
			if got := calls.Swap(0); got != want || odd.Load() != 0 {
				t.Errorf("%s: %d calls, want %d; %d for what is no fresh object", what, got, want, odd.Load())
			}
		}
		expect("initial list", objects)
		source.put(podName(0))
		source.delete(podName(1))
		expect("an update and a delete", 2)
		time.Sleep(5*time.Minute + time.Second)
		if expect("resyncs", 0); len(r.calls()) < objects*5 {
			t.Errorf("%d calls: there was no resync", len(r.calls()))
		}
		source.silently(func(e edit) { e.delete(podName(2)); e.put(podName(3)); e.put("new") })
		time.Sleep(50 * time.Second)
		expect("relist of 99 with 2 changes", 2)
		if h := r.history(podKey(2)); !strings.HasPrefix(h[len(h)-1], "tombstone") {
			t.Errorf("no tombstone: %q", h)
		}
		for _, obj := range inf.GetStore().List() {
			if obj.(*corev1.Pod).Labels["transformed"] != "yes" {
				t.Fatal("the store has an untransformed object")
			}
		}
	})
}

// kubernetes/kubernetes#124337: an object that cannot be transformed must not be
// missing silently.
func TestFailingTransformOfTheListIsNoSilentHole(t *testing.T) {
	forAllPipelines(t, func(t *testing.T, o ...informer.Option) {
		source, r := withPods(100), newRecorder()
		var broken atomic.Bool
		broken.Store(true)
		transform := func(obj any) (any, error) {
			if broken.Load() && obj.(*corev1.Pod).Name == podName(42) {
				return nil, errTransform
			}
			return obj, nil
		}
		inf := newInformer(source, append(o, informer.WithTransform(transform))...)
		var surfaced atomic.Int64
		if err := inf.SetWatchErrorHandler(func(_ *cache.Reflector, err error) {
			if errors.Is(err, errTransform) || strings.Contains(err.Error(), errTransform.Error()) {
				surfaced.Add(1)
			}
		}); err != nil {
			t.Fatal(err)
		}
		add(t, inf, r)
		start(t, inf)
		if n := len(inf.GetStore().ListKeys()); inf.HasSynced() || n != 0 {
			t.Errorf("synced=%v with %d of 100 objects", inf.HasSynced(), n)
		}
		if failures := stats(inf).Reflector.StoreFailures; failures == 0 || surfaced.Load() == 0 {
			t.Errorf("%d failures counted, %d surfaced", failures, surfaced.Load())
		}
		broken.Store(false)
		relisted()
		if n := len(inf.GetStore().ListKeys()); !inf.HasSynced() || n != 100 || len(r.calls()) != 100 {
			t.Errorf("mended: synced=%v, %d objects, %d calls", inf.HasSynced(), n, len(r.calls()))
		}
	})
}

func TestFailingTransformOfAnEventIsCounted(t *testing.T) {
	forAllPipelines(t, func(t *testing.T, o ...informer.Option) {
		source := withPods(3)
		transform := func(obj any) (any, error) {
			if obj.(*corev1.Pod).Labels["bad"] != "" {
				return nil, errTransform
			}
			return obj, nil
		}
		inf := newInformer(source, append(o, informer.WithTransform(transform))...)
		start(t, inf)
		source.put(podName(0), func(p *corev1.Pod) { p.Labels = map[string]string{"bad": "yes"} })
		source.put(podName(1))
		synctest.Wait()
		if failures := stats(inf).Reflector.StoreFailures; failures != 1 {
			t.Errorf("%d failures counted, want 1", failures)
		}
		if obj, _, _ := inf.GetStore().GetByKey(podKey(1)); versionOf(obj) != "5" {
			t.Errorf("the event after the bad one is missing: %s", versionOf(obj))
		}
	})
}

func stats(inf cache.SharedIndexInformer) informer.Stats {
	return inf.(*informer.SharedInformer).Stats()
}

// Watch-error handlers get a reflector that can say who it is.
func TestWatchErrorHandlerGetsANamedReflector(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, down := withPods(1), errors.New("the server is down")
		source.failWith(down)
		inf := newInformerWith(source, cache.SharedIndexInformerOptions{ObjectDescription: "Pods of the test"})
		var calls atomic.Int64
		err := inf.SetWatchErrorHandlerWithContext(func(ctx context.Context, r *cache.Reflector, err error) {
			calls.Add(1)
			if r == nil || r.Name() == "" || r.TypeDescription() != "Pods of the test" {
				t.Errorf("the reflector is %v", r)
			}
			if !errors.Is(err, down) {
				t.Errorf("the error is %v", err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		start(t, inf)
		if calls.Load() == 0 || inf.HasSynced() {
			t.Errorf("%d calls, synced=%v", calls.Load(), inf.HasSynced())
		}
		source.failWith(nil)
		relisted()
		if !inf.HasSynced() {
			t.Error("not synced after the server came back")
		}
	})
}
