package clientgo

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// ErrTaken is wrapped by the error of [Register] for types of which the factory has made
// an informer already.
var ErrTaken = errors.New("the factory already has an informer")

// Factory is the part of a generated factory that [Register] needs. F is the factory's type
// NewInformerFunc, which the compiler finds out by itself.
type Factory[F any] interface {
	InformerFor(example runtime.Object, newInformer F) cache.SharedIndexInformer
}

// Register has a factory use our informers for the types of the examples, such as
// &corev1.Pod{}. C is the factory's clientset, kubernetes.Interface for client-go's; each
// type must be one that it lists. The options are those of [informer.NewSharedIndexInformer];
// [informer.WithStore] is what one comes for.
//
// Call it right after making the factory. Informers get an index by namespace, as those
// of generated factories do, and more by AddIndexers. Types that are not registered keep
// the factory's own informers. The context of the factory's Start runs ours as well.
//
// An error says what to do. When it wraps [ErrScope], or names a type that the clientset
// does not list, nothing is registered. When it wraps [ErrTaken], all types are registered
// but those it names: somebody has asked the factory for their informers before.
func Register[C any, F ~func(C, time.Duration) cache.SharedIndexInformer](factory Factory[F], scope Scope, examples []runtime.Object, o ...informer.Option) error {
	if err := scope.check(factory); err != nil {
		return err
	}
	found := make([]collection, len(examples))
	for i, example := range examples {
		var err error
		if found[i], err = findCollection(reflect.TypeFor[C](), reflect.TypeOf(example)); err != nil {
			return fmt.Errorf("nothing registered: %w; give a pointer to an API object, such as &corev1.Pod{}", err)
		}
	}
	name := nameOf(factory)
	var taken []error
	for i, example := range examples {
		made := false
		factory.InformerFor(example, func(client C, resync time.Duration) cache.SharedIndexInformer {
			made = true
			return informer.NewSharedIndexInformerWithOptions(found[i].listerWatcher(client, scope), example, cache.SharedIndexInformerOptions{
				ResyncPeriod: resync,
				Indexers:     cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc},
				Identifier:   name.WithResource(found[i].gvr(client, example)),
			}, o...)
		})
		if !made {
			taken = append(taken, fmt.Errorf("%w for %T: call Register before Informer(), Lister() or ForResource is called for it", ErrTaken, example))
		}
	}
	return errors.Join(taken...)
}

// nameOf is the factory's name for metrics. Factories that were generated before client-go
// v0.37 have none, and a nil name publishes nothing.
func nameOf(factory any) *cache.InformerName {
	if named, ok := factory.(interface{ InformerName() *cache.InformerName }); ok {
		return named.InformerName()
	}
	return nil
}
