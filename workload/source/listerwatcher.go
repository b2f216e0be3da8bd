package source

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// ListerWatcher returns the source as a reflector takes it, for all namespaces of a
// resource. Lists are metainternalversion.List (the one list type that holds objects
// of any type by pointer) with the shared objects, or typed ones on request of the
// options. It also has the forms with a context, whose end ends a watch, and it
// supports streaming lists.
func (s *Source) ListerWatcher(r workload.Resource) cache.ListerWatcher {
	return &listerWatcher{source: s, resource: r}
}

var (
	_ cache.ListerWatcher            = (*listerWatcher)(nil)
	_ cache.ListerWatcherWithContext = (*listerWatcher)(nil)
)

type listerWatcher struct {
	source   *Source
	resource workload.Resource
}

func (l *listerWatcher) List(o metav1.ListOptions) (runtime.Object, error) {
	return l.ListWithContext(context.Background(), o)
}

func (l *listerWatcher) ListWithContext(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list, err := l.source.List(l.resource, metav1.NamespaceAll, o)
	if err != nil {
		return nil, err
	}
	if l.source.options.TypedLists {
		t, err := l.source.table(l.resource)
		if err != nil {
			return nil, err
		}
		return typedList(t.kind, list)
	}
	return list, nil
}

func (l *listerWatcher) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return l.WatchWithContext(context.Background(), o)
}

func (l *listerWatcher) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	stream, err := l.source.Watch(l.resource, metav1.NamespaceAll, o)
	if err != nil {
		return nil, err
	}
	return startPump(ctx, stream), nil
}

// typedList returns a list as the API's own type for the kind (PodList, …,
// UnstructuredList). Items are copied shallowly.
func typedList(k workload.Kind, list *metainternalversion.List) (runtime.Object, error) {
	typed := k.NewList()
	if err := meta.SetList(typed, list.Items); err != nil {
		return nil, err
	}
	accessor, err := meta.ListAccessor(typed)
	if err != nil {
		return nil, err
	}
	accessor.SetResourceVersion(list.ResourceVersion)
	accessor.SetContinue(list.Continue)
	accessor.SetRemainingItemCount(list.RemainingItemCount)
	return typed, nil
}
