package factory_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/informer/factory"
)

func TestShutdownOfNothing(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		f := w.factory()
		f.Shutdown()
		inf := f.ForResource(widgets).Informer()
		f.Start(t.Context().Done())
		f.StartWithContext(t.Context())
		synctest.Wait()
		if n := len(w.fake.Actions()); n != 0 || inf.HasSynced() {
			t.Errorf("started after Shutdown: %v", w.fake.Actions())
		}
		if synced := f.WaitForCacheSync(nil); len(synced) != 0 {
			t.Errorf("waited for %v", synced)
		}
		f.Shutdown()
	})
}

// Shutdown stops nothing by itself. It returns when the last call of the last handler
// has returned, to all who have called it.
func TestShutdownWaitsForTheLastHandler(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		gate := make(chan struct{})
		f := w.factory()
		handler := cache.ResourceEventHandlerFuncs{AddFunc: func(any) { <-gate }}
		if _, err := f.ForResource(widgets).Informer().AddEventHandler(handler); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		f.StartWithContext(ctx)
		var ended atomic.Int64
		var ending sync.WaitGroup
		for range 3 {
			ending.Go(func() { f.Shutdown(); ended.Add(1) })
		}
		still := func(why string) {
			time.Sleep(time.Hour)
			if n := ended.Load(); n != 0 {
				t.Errorf("%d of 3 calls returned, though %s", n, why)
			}
		}
		still("the context has not ended")
		cancel()
		still("a handler runs")
		close(gate)
		ending.Wait()
		f.Shutdown()
	}, "one")
}

// Starts race with asking and with Shutdown: whatever started before has ended when
// Shutdown returns, and nothing starts after.
func TestShutdownRacesWithStart(t *testing.T) {
	for range 20 {
		eachWorld(t, func(t *testing.T, w *world) {
			f := w.factory()
			ctx, cancel := context.WithCancel(t.Context())
			var busy sync.WaitGroup
			for range 4 {
				busy.Go(func() { f.ForResource(widgets); f.StartWithContext(ctx) })
				busy.Go(func() { f.Start(ctx.Done()); f.ForResource(gadgets) })
				busy.Go(func() { f.WaitForCacheSync(ctx.Done()) })
			}
			busy.Go(f.Shutdown)
			cancel()
			f.Shutdown()
			before := len(w.fake.Actions())
			busy.Wait()
			f.StartWithContext(t.Context())
			synctest.Wait()
			if after := len(w.fake.Actions()); after != before {
				t.Errorf("%d requests after Shutdown", after-before)
			}
		}, "one")
	}
}

// The name of the metrics is free after Shutdown, and a second one does not take it from
// its next owner.
func TestShutdownReleasesTheName(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		name, own := informerName(t, "factory"), informerName(t, "factory-gadgets")
		f := w.factory(factory.WithMetrics(nil, name), factory.WithResource(gadgets, factory.WithMetrics(nil, own)))
		f.ForResource(widgets)
		if r := name.WithResource(widgets); r.Reserved() {
			t.Error("the informer has not reserved its resource")
		}
		stop := start(t, f)
		stop()
		next, nextOwn := informerName(t, "factory"), informerName(t, "factory-gadgets")
		f.Shutdown()
		if _, err := cache.NewInformerName("factory"); err == nil {
			t.Error("the second Shutdown released the name of someone else")
		}
		next.Release()
		nextOwn.Release()
	})
}

func informerName(t *testing.T, name string) *cache.InformerName {
	t.Helper()
	n, err := cache.NewInformerName(name)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
