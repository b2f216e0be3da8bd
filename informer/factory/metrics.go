package factory

import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// metrics is where metrics go and under which name. The name's methods take nil.
type metrics struct {
	provider cache.InformerMetricsProvider
	name     *cache.InformerName
}

// WithMetrics publishes the metrics of [informer.WithMetrics] for each informer, under the
// name and its resource. The factory owns the name from then on and releases it at the end
// of Shutdown. Informers by Go type have to be made with [Params.Metrics] for it, since
// the factory cannot know their resource.
func WithMetrics(provider cache.InformerMetricsProvider, name *cache.InformerName) Option {
	return func(s *settings) { s.metrics = metrics{provider, name} }
}

// Metrics is the option with which the informer of a resource publishes the factory's
// metrics. Call it once for a resource: whoever comes second publishes nothing.
func (p Params) Metrics(gvr schema.GroupVersionResource) informer.Option {
	return informer.WithMetrics(p.metrics.provider, p.metrics.name.WithResource(gvr))
}

// releaseNames gives back the names that the options have brought.
func (c *config[K]) releaseNames() {
	var general settings
	for _, o := range c.general {
		o(&general)
	}
	general.metrics.name.Release()
	for key := range c.special {
		if own := c.settings(key).metrics.name; own != general.metrics.name {
			own.Release()
		}
	}
}
