package factory

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// Factory shares informers by Go type. All methods are safe for concurrent use.
type Factory struct {
	group[reflect.Type]
}

// New makes a factory whose informers resync with the given period unless an option
// says otherwise.
func New(defaultResync time.Duration, o ...TypeOption) *Factory {
	c := newConfig[reflect.Type](defaultResync)
	for _, option := range o {
		option.forTypes(c)
	}
	return &Factory{newGroup(c)}
}

// NewInformerFunc makes the informer of one type as the factory wishes it; see
// [Params.NewInformer].
type NewInformerFunc func(Params) cache.SharedIndexInformer

// InformerFor returns the informer for the example's type. The first call makes it with
// the function that it brings; of all further ones, whatever they bring is not called. So
// an informer that shall be special has to be asked for first.
//
// The function runs under the factory's lock and must not call the factory.
func (f *Factory) InformerFor(example runtime.Object, newInformer NewInformerFunc) cache.SharedIndexInformer {
	return f.get(reflect.TypeOf(example), func(s settings) cache.SharedIndexInformer {
		inf := newInformer(s.params())
		if inf == nil {
			panic(fmt.Sprintf("the function that shall make the informer for %T returned nil", example))
		}
		return inf
	})
}

// WaitForCacheSyncWithContext is WaitForCacheSync with a context, whose cause the
// answer carries if not all informers have synced.
func (f *Factory) WaitForCacheSyncWithContext(ctx context.Context) cache.SyncResult {
	synced, err := f.waitForSync(ctx)
	return cache.SyncResult{Synced: synced, Err: err}
}
