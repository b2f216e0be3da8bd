package informer

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// newStandIn makes a reflector of client-go's that never runs: the signature of
// watch-error handlers demands one, and they (client-go's default one, for instance)
// ask it for its name and its type.
func newStandIn(lw cache.ListerWatcher, example runtime.Object, store cache.ReflectorStore, s settings) *cache.Reflector {
	return cache.NewReflectorWithOptions(lw, example, store, cache.ReflectorOptions{
		Name:            fmt.Sprintf("informer for %T", example),
		TypeDescription: s.description,
		Logger:          s.logger,
	})
}

// withReflector is nil without a handler: then the reflector logs by itself.
func withReflector(h cache.WatchErrorHandlerWithContext, standIn *cache.Reflector) func(context.Context, error) {
	if h == nil {
		return nil
	}
	return func(ctx context.Context, err error) { h(ctx, standIn, err) }
}

func ignoringContext(h cache.WatchErrorHandler) cache.WatchErrorHandlerWithContext {
	return func(_ context.Context, r *cache.Reflector, err error) { h(r, err) }
}
