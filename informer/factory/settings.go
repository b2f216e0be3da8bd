package factory

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/stores"
)

// TweakListOptionsFunc changes the options of every list and watch before they are
// sent, for instance to set a selector.
type TweakListOptionsFunc = func(*metav1.ListOptions)

// settings are what one informer is made with. The zero value is all namespaces, no
// resync, and this module's informer as it is without options.
type settings struct {
	namespace string
	tweak     TweakListOptionsFunc
	resync    time.Duration
	transform cache.TransformFunc
	metrics   metrics
	options   []informer.Option
}

// Option is a setting of informers: given to a factory it holds for all of them, given
// to [WithType] or [WithResource] for those of one type, where it replaces the general
// one. Options are applied in order, the later wins.
type Option func(*settings)

// WithNamespace limits lists and watches to one namespace. The default is
// metav1.NamespaceAll.
func WithNamespace(namespace string) Option {
	return func(s *settings) { s.namespace = namespace }
}

// WithTweakListOptions sets the function that changes the options of lists and watches.
// It is called concurrently.
func WithTweakListOptions(tweak TweakListOptionsFunc) Option {
	return func(s *settings) { s.tweak = tweak }
}

// WithResyncPeriod replaces the factory's default resync period. Zero switches resyncs
// off for handlers that ask for none of their own.
func WithResyncPeriod(d time.Duration) Option {
	return func(s *settings) { s.resync = d }
}

// WithTransform sets the transform of the informers, as their SetTransform does.
func WithTransform(f cache.TransformFunc) Option {
	return func(s *settings) { s.transform = f }
}

// WithOptions adds options of this module's informers: queue, list mode, page size and
// so on. They add to those given before; where two contradict each other, the later wins.
func WithOptions(o ...informer.Option) Option {
	return func(s *settings) { s.options = append(s.options, o...) }
}

// WithStore sets the store under the informers, for instance mvcc.New.
func WithStore(store stores.Constructor) Option {
	return WithOptions(informer.WithStore(store))
}
