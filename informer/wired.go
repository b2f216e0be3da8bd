package informer

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
)

// WithWire has package wire decode what the source's requests are answered with, on all cores and as its options
// say: Compact and Share make the objects smaller, Transform changes them before the informer's own transform sees
// them. Example is the informer's unless it is set. It serves whoever has client-go's clients, a factory
// or a manager make the sources; their requests must go through [wire.Transport]:
//
//	config.Wrap(wire.Transport) // before clients are made of the config
//
// Without that, with a fake client for one, lists and watches fail with an error that says so. Who has a REST client
// may as well pass a source that [wire.New] makes to the informer, and not this option.
func WithWire(o wire.Options) Option {
	return func(s *settings) { s.wire = &o }
}

// source is what is listed and watched.
func (s settings) source(lw cache.ListerWatcher, example runtime.Object) cache.ListerWatcher {
	if s.wire == nil {
		return lw
	}
	o := *s.wire
	if o.Example == nil {
		o.Example = example
	}
	return wire.Over(lw, o)
}
