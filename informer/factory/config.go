package factory

import (
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// TypeOption is what [New] takes: an [Option], or a [WithType].
type TypeOption interface {
	forTypes(*config[reflect.Type])
}

// ResourceOption is what [NewDynamic] and [NewMetadata] take: an [Option], or a
// [WithResource].
type ResourceOption interface {
	forResources(*config[schema.GroupVersionResource])
}

// config is what a factory was made with. It does not change after that, so that it is
// read without a lock.
type config[K comparable] struct {
	general []Option
	special map[K][]Option
}

func newConfig[K comparable](defaultResync time.Duration) *config[K] {
	return &config[K]{general: []Option{WithResyncPeriod(defaultResync)}, special: map[K][]Option{}}
}

// settings returns those of one type: the general options, and then its own.
func (c *config[K]) settings(key K) settings {
	var s settings
	for _, o := range c.general {
		o(&s)
	}
	for _, o := range c.special[key] {
		o(&s)
	}
	return s
}

func (o Option) forTypes(c *config[reflect.Type]) { c.general = append(c.general, o) }

func (o Option) forResources(c *config[schema.GroupVersionResource]) {
	c.general = append(c.general, o)
}

type special[K comparable] struct {
	key     K
	options []Option
}

func (s special[K]) add(c *config[K]) { c.special[s.key] = append(c.special[s.key], s.options...) }

type specialType struct{ special[reflect.Type] }

func (s specialType) forTypes(c *config[reflect.Type]) { s.add(c) }

type specialResource struct {
	special[schema.GroupVersionResource]
}

func (s specialResource) forResources(c *config[schema.GroupVersionResource]) { s.add(c) }

// WithType has options for the informer of one Go type, that of the example.
func WithType(example runtime.Object, o ...Option) TypeOption {
	return specialType{special[reflect.Type]{reflect.TypeOf(example), o}}
}

// WithResource has options for the informer of one resource.
func WithResource(gvr schema.GroupVersionResource, o ...Option) ResourceOption {
	return specialResource{special[schema.GroupVersionResource]{gvr, o}}
}
