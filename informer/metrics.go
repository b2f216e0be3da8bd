package informer

import (
	"strconv"
	"time"

	"k8s.io/client-go/tools/cache"
)

// WithMetrics publishes client-go's informer metrics under the identifier, as the
// fields Identifier and InformerMetricsProvider of client-go's options do: how much
// is queued, after each change of the queue; the time of each round of
// processing, in seconds; the store's resource version, which client-go's own
// store sets at each write and any other store has set after each round. An
// identifier that is not reserved publishes nothing. What is set with
// client-go's SetInformerMetricsProvider is not used: nobody but client-go can read it.
//
// A controller made by [New] has no store, and a queue that it was given publishes by itself.
func WithMetrics(provider cache.InformerMetricsProvider, identifier cache.InformerNameAndResource) Option {
	return func(s *settings) { s.metrics = metricsOptions{identifier, provider} }
}

type metricsOptions struct {
	identifier cache.InformerNameAndResource
	provider   cache.InformerMetricsProvider
}

func (o metricsOptions) pipeline() *pipelineMetrics {
	if o.provider == nil || !o.identifier.Reserved() {
		return nil
	}
	return &pipelineMetrics{
		queued:  o.provider.NewQueuedItemMetric(o.identifier),
		latency: o.provider.NewProcessingLatencyMetric(o.identifier),
	}
}

// pipelineMetrics are the metrics of one pipeline; a nil one publishes nothing.
type pipelineMetrics struct {
	queued  cache.GaugeMetric
	latency cache.HistogramMetric
	// version is nil when the store publishes by itself, or there is none.
	version cache.GaugeMetric
	store   interface{ LastStoreSyncResourceVersion() string }
}

func (m *pipelineMetrics) queuedFunc() func(int) {
	if m == nil {
		return nil
	}
	return func(waiting int) { m.queued.Set(float64(waiting)) }
}

// measuring wraps both functions, of which batch may be nil.
func (m *pipelineMetrics) measuring(process cache.ProcessFunc, batch cache.ProcessBatchFunc) (cache.ProcessFunc, cache.ProcessBatchFunc) {
	if m == nil {
		return process, batch
	}
	measuredBatch := batch
	if batch != nil {
		measuredBatch = func(deltas []cache.Delta, initial bool) error {
			return m.measure(func() error { return batch(deltas, initial) })
		}
	}
	return func(obj any, initial bool) error {
		return m.measure(func() error { return process(obj, initial) })
	}, measuredBatch
}

func (m *pipelineMetrics) measure(process func() error) error {
	begin := time.Now()
	err := process()
	m.latency.Observe(time.Since(begin).Seconds())
	if m.version != nil {
		if v, err := gaugeOf(m.store.LastStoreSyncResourceVersion()); err == nil {
			m.version.Set(v)
		}
	}
	return err
}

// exactDigits is how many of a version's last digits a float64 holds exactly. It is what
// client-go keeps too, so that the values of both can be compared.
const exactDigits = 15

func gaugeOf(version string) (float64, error) {
	if version == "" {
		return 0, nil
	}
	v, err := strconv.ParseInt(version[max(0, len(version)-exactDigits):], 10, 64)
	return float64(v), err
}
