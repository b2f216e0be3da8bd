package informer_test

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/stores/mvcc"
)

// meter is a provider whose metrics are itself: it keeps what it was told.
type meter struct {
	mu                sync.Mutex
	queued, versions  []float64
	latencies, asked  int
	ids               []cache.InformerNameAndResource
	queuedNow, newest float64
}

type gauge func(float64)

func (g gauge) Set(v float64)     { g(v) }
func (g gauge) Observe(v float64) { g(v) }

func (m *meter) gauge(id cache.InformerNameAndResource, keep func(float64)) gauge {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	m.ids = append(m.ids, id)
	return func(v float64) { m.mu.Lock(); defer m.mu.Unlock(); keep(v) }
}

func (m *meter) NewQueuedItemMetric(id cache.InformerNameAndResource) cache.GaugeMetric {
	return m.gauge(id, func(v float64) { m.queued, m.queuedNow = append(m.queued, v), v })
}

func (m *meter) NewProcessingLatencyMetric(id cache.InformerNameAndResource) cache.HistogramMetric {
	return m.gauge(id, func(float64) { m.latencies++ })
}

func (m *meter) NewStoreResourceVersionMetric(id cache.InformerNameAndResource) cache.GaugeMetric {
	return m.gauge(id, func(v float64) { m.versions, m.newest = append(m.versions, v), v })
}

// identifier reserves a name, which is the process's, until the test ends.
func identifier(t *testing.T) cache.InformerNameAndResource {
	t.Helper()
	name, err := cache.NewInformerName(t.Name())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(name.Release)
	return name.WithResource(schema.GroupVersionResource{Version: "v1", Resource: "pods"})
}

// A client-go informer and ours, over its store and over one of ours, publish the same
// of the same source when each change is processed by itself.
func TestInformerMetricsAreClientGos(t *testing.T) {
	measured := map[string]*meter{}
	makers := map[string]func(*script, cache.SharedIndexInformerOptions) cache.SharedIndexInformer{
		"client-go's": func(s *script, client cache.SharedIndexInformerOptions) cache.SharedIndexInformer {
			return cache.NewSharedIndexInformerWithOptions(s, &corev1.Pod{}, client)
		},
		"ours over its store": func(s *script, client cache.SharedIndexInformerOptions) cache.SharedIndexInformer {
			return newInformerWith(s, client)
		},
		"ours over mvcc": func(s *script, client cache.SharedIndexInformerOptions) cache.SharedIndexInformer {
			return newInformerWith(s, client, informer.WithStore(mvcc.New))
		},
		"ours, by our option": func(s *script, client cache.SharedIndexInformerOptions) cache.SharedIndexInformer {
			return newInformer(s, informer.WithMetrics(client.InformerMetricsProvider, client.Identifier))
		},
	}
	for name, makeInformer := range makers {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, source := &meter{}, withPods(3)
				start(t, makeInformer(source, cache.SharedIndexInformerOptions{Identifier: identifier(t), InformerMetricsProvider: m}))
				for range 5 {
					source.put("new")
					synctest.Wait()
				}
				source.delete("new")
				synctest.Wait()
				measured[name] = m
			})
		})
	}
	theirs := measured["client-go's"]
	for name, m := range measured {
		if m.asked != 3 || m.queuedNow != 0 || m.newest != 9 || m.latencies != 7 {
			t.Errorf("%s: %d metrics, %v queued, version %v, %d rounds", name, m.asked, m.queuedNow, m.newest, m.latencies)
		}
		if !slices.Equal(m.queued, theirs.queued) || !slices.Equal(slices.Compact(m.versions), slices.Compact(theirs.versions)) {
			t.Errorf("%s: queued %v, versions %v; client-go's queued %v, versions %v", name, m.queued, m.versions, theirs.queued, theirs.versions)
		}
	}
}

// Without a reserved name nothing is asked for, as in client-go.
func TestUnreservedInformerPublishesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &meter{}
		start(t, newInformerWith(withPods(1), cache.SharedIndexInformerOptions{InformerMetricsProvider: m}))
		start(t, newInformerWith(withPods(1), cache.SharedIndexInformerOptions{Identifier: identifier(t)}))
		if m.asked != 0 {
			t.Errorf("%d metrics", m.asked)
		}
	})
}

// The informer with one handler, and the controller whose queue we build, publish too.
func TestControllersPublishInformerMetrics(t *testing.T) {
	for name, makeController := range map[string]func(*script, *meter, cache.InformerNameAndResource) cache.Controller{
		"one handler": func(s *script, m *meter, id cache.InformerNameAndResource) cache.Controller {
			_, c := informer.NewInformerWithOptions(cache.InformerOptions{
				ListerWatcher: s, ObjectType: &corev1.Pod{}, InformerMetricsProvider: m, Identifier: id,
			})
			return c
		},
		"config": func(s *script, m *meter, id cache.InformerNameAndResource) cache.Controller {
			return informer.New(&cache.Config{
				ListerWatcher: s, ObjectType: &corev1.Pod{}, Process: func(any, bool) error { return nil },
			}, informer.WithMetrics(m, id))
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, source := &meter{}, withPods(3)
				c := makeController(source, m, identifier(t))
				(&pipeline{controller: c}).run(t, t.Context())
				source.put("new")
				synctest.Wait()
				if want := []float64{1, 0, 1, 0}; !slices.Equal(m.queued, want) || m.latencies != 2 {
					t.Errorf("queued %v, want %v; %d rounds", m.queued, want, m.latencies)
				}
			})
		})
	}
}
