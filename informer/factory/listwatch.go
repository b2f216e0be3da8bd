package factory

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// ResourceClient is what every client of client-go's has for one resource, be it typed,
// dynamic or for metadata.
type ResourceClient[L runtime.Object] interface {
	List(context.Context, metav1.ListOptions) (L, error)
	Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
}

// ListWatch lists and watches one resource, for instance client.CoreV1().Pods(namespace),
// with options that the tweak, if not nil, has changed.
//
// Client is the client from which the resource comes. It is only asked whether it can
// stream lists: a fake one says that it cannot, and an informer that tried to stream
// from it would wait forever.
func ListWatch[L runtime.Object](client any, resource ResourceClient[L], tweak TweakListOptionsFunc) cache.ListerWatcher {
	if tweak == nil {
		tweak = func(*metav1.ListOptions) {}
	}
	return cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			tweak(&o)
			list, err := resource.List(ctx, o)
			if err != nil {
				return nil, err // not list: a nil pointer of type L is no nil object
			}
			return list, nil
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			tweak(&o)
			return resource.Watch(ctx, o)
		},
	}, client)
}
