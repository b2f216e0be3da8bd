package factory_test

import (
	"slices"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer/factory"
)

// meter is a provider that keeps for whom it was asked.
type meter struct {
	mu  sync.Mutex
	ids []string
}

type unread struct{}

func (unread) Set(float64)     {}
func (unread) Observe(float64) {}

func (m *meter) note(id cache.InformerNameAndResource) unread {
	m.mu.Lock()
	defer m.mu.Unlock()
	if of := id.Name() + " " + id.GroupVersionResource().Resource; !slices.Contains(m.ids, of) {
		m.ids = append(m.ids, of)
	}
	return unread{}
}

func (m *meter) NewQueuedItemMetric(id cache.InformerNameAndResource) cache.GaugeMetric {
	return m.note(id)
}

func (m *meter) NewProcessingLatencyMetric(id cache.InformerNameAndResource) cache.HistogramMetric {
	return m.note(id)
}

func (m *meter) NewStoreResourceVersionMetric(id cache.InformerNameAndResource) cache.GaugeMetric {
	return m.note(id)
}

// expect compares for whom metrics were asked.
func (m *meter) expect(t *testing.T, want ...string) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if slices.Sort(m.ids); !slices.Equal(m.ids, want) {
		t.Errorf("metrics of %q, want %q", m.ids, want)
	}
}

// Each resource has metrics of its own, under the factory's name.
func TestMetricsOfEachResource(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		var m meter
		f := w.factory(factory.WithMetrics(&m, informerName(t, "all")))
		f.ForResource(widgets)
		f.ForResource(gadgets)
		start(t, f)
		m.expect(t, "all gadgets", "all widgets")
	})
}

// A typed informer has metrics when its constructor names the resource.
func TestMetricsOfTypedInformers(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var m meter
		client := fake.NewClientset()
		f := factory.New(0, factory.WithMetrics(&m, informerName(t, "typed")))
		f.InformerFor(&corev1.Node{}, nodesOf(client))
		f.InformerFor(&corev1.Pod{}, func(p factory.Params) cache.SharedIndexInformer {
			lw := factory.ListWatch(client, client.CoreV1().Pods(p.Namespace), p.TweakListOptions)
			return p.NewInformer(lw, &corev1.Pod{}, nil, p.Metrics(pods))
		})
		start(t, f)
		m.expect(t, "typed pods")
	})
}

// Without a provider or a name there are no metrics, and nothing fails.
func TestNoMetrics(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		var m meter
		f := w.factory(factory.WithMetrics(&m, nil), factory.WithResource(gadgets, factory.WithMetrics(nil, informerName(t, "silent"))))
		f.ForResource(widgets)
		f.ForResource(gadgets)
		start(t, f)
		m.expect(t)
	})
}
