package clientgo

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// of calls the two methods and returns the typed client, such as that of
// client.CoreV1().Pods(namespace).
func (c collection) of(client reflect.Value, namespace string) reflect.Value {
	var arguments []reflect.Value
	if c.namespaced {
		arguments = append(arguments, reflect.ValueOf(namespace))
	}
	return c.groupOf(client).MethodByName(c.resource).Call(arguments)[0]
}

func (c collection) groupOf(client reflect.Value) reflect.Value {
	return client.MethodByName(c.group).Call(nil)[0]
}

// listerWatcher lists and watches through the typed client, one reflected call a request.
// As in client-go's own informers, it says whether the client can stream lists.
func (c collection) listerWatcher(client any, s Scope) cache.ListerWatcher {
	typed := c.of(reflect.ValueOf(client), s.Namespace)
	list := typed.MethodByName("List")
	watcher, _ := typed.Interface().(interface {
		Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
	})
	return cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			s.tweak(&o)
			results := list.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(o)})
			err, _ := results[1].Interface().(error)
			listed, ok := results[0].Interface().(runtime.Object)
			if err == nil && !ok {
				err = fmt.Errorf("listing returned a %v, which is no API object", results[0].Type())
			}
			return listed, err
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			s.tweak(&o)
			return watcher.Watch(ctx, o)
		},
	}, client)
}

func (s Scope) tweak(o *metav1.ListOptions) {
	if s.TweakListOptions != nil {
		s.TweakListOptions(o)
	}
}

// gvr names the resource for metrics. Generated methods are called like the resource, but
// for upper case. Group and version of a custom type come from its client, if it is no fake.
func (c collection) gvr(client any, example runtime.Object) schema.GroupVersionResource {
	resource := strings.ToLower(c.resource)
	if kinds, _, err := scheme.Scheme.ObjectKinds(example); err == nil {
		return kinds[0].GroupVersion().WithResource(resource)
	}
	group, ok := c.groupOf(reflect.ValueOf(client)).Interface().(interface{ RESTClient() rest.Interface })
	if ok {
		if r := group.RESTClient(); r != nil && !reflect.ValueOf(r).IsNil() {
			return r.APIVersion().WithResource(resource)
		}
	}
	return schema.GroupVersionResource{Resource: resource}
}
