// Package prommetrics shows informers of this module to Prometheus: which store each of
// them has, what is in it, and what waits for each handler. It stands beside client-go's
// informer metrics ([informer.WithMetrics]), which know nothing of stores and handlers.
//
//	collector := prommetrics.New()
//	registry.MustRegister(collector)
//	remove, err := collector.Add("pods", inf)
//
// All values are read when they are scraped; the pipeline does nothing for them. Counting
// objects takes time proportional to them (see [informer.SharedInformer.Objects]).
//
// The number of series is bounded: one informer label for each Add; the reasons of
// relists are few and fixed; and an informer has at most 50 handler labels: handlers of
// one name are summed up, and the names beyond the 50th in alphabetical order are
// summed up as "other".
package prommetrics

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// source is what is asked of an informer; *informer.SharedInformer has it.
type source interface {
	HasSynced() bool
	Objects() int
	StoreName() string
	Stats() informer.Stats
	Handlers() []informer.HandlerStats
}

var _ source = (*informer.SharedInformer)(nil)

// Collector collects the metrics of the informers that were added to it. It can be
// registered in any registry, before or after that. All methods are safe for
// concurrent use.
type Collector struct {
	// mu guards informers. It is not held while informers are asked: a large store
	// takes its time, and adding must not wait for it.
	mu        sync.Mutex
	informers map[string]source
}

var _ prometheus.Collector = (*Collector)(nil)

// New returns a collector without informers.
func New() *Collector { return &Collector{informers: map[string]source{}} }

// Add shows an informer, made by package informer, under a name that no other one has at
// that time. It is shown, and kept from being collected, until remove is called, which
// may be more than once.
func (c *Collector) Add(name string, inf cache.SharedInformer) (remove func(), err error) {
	s, ok := inf.(source)
	if !ok {
		return nil, fmt.Errorf("%T cannot be shown: make the informer with a constructor of package informer", inf)
	}
	if name == "" || !utf8.ValidString(name) {
		return nil, fmt.Errorf("%q cannot be an informer's name in metrics: choose one of UTF-8 that is not empty", name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.informers[name]; taken {
		return nil, fmt.Errorf("another informer is shown as %q: %w", name, errTaken)
	}
	c.informers[name] = s
	return sync.OnceFunc(func() { c.remove(name) }), nil
}

var errTaken = errors.New("choose another name, or remove that informer first")

func (c *Collector) remove(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.informers, name)
}

// Describe sends the descriptions of all metrics, which do not change.
func (c *Collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range descriptions {
		to <- d
	}
}

// Collect asks all informers.
func (c *Collector) Collect(to chan<- prometheus.Metric) {
	c.mu.Lock()
	shown := maps.Clone(c.informers)
	c.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(shown)) {
		collect(to, name, shown[name])
	}
}
