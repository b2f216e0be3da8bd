package clientgo_test

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"

	"informerbench/adopt/clientgo"
)

// allTypes returns an example of each type that client-go's factory has an informer for:
// of those in the scheme, the ones that ForResource knows.
func allTypes(t *testing.T) []runtime.Object {
	t.Helper()
	factory := informers.NewSharedInformerFactory(fake.NewClientset(), 0)
	var examples []runtime.Object
	for gvk := range scheme.Scheme.AllKnownTypes() {
		gvr, _ := meta.UnsafeGuessKindToResource(gvk)
		if _, err := factory.ForResource(gvr); err != nil {
			continue
		}
		example, err := scheme.Scheme.New(gvk)
		must(t, err)
		examples = append(examples, example)
	}
	return examples
}

// eachAccessor calls visit for what factory.GROUP().VERSION().TYPE().Informer() returns,
// for all of them.
func eachAccessor(factory informers.SharedInformerFactory, visit func(name string, informer cache.SharedIndexInformer)) {
	type accessor interface {
		Informer() cache.SharedIndexInformer
	}
	var walk func(name string, v reflect.Value)
	walk = func(name string, v reflect.Value) {
		if a, ok := v.Interface().(accessor); ok {
			visit(name, a.Informer())
			return
		}
		for i := range v.NumMethod() {
			if m := v.Method(i).Type(); m.NumIn() == 0 && m.NumOut() == 1 && m.Out(0).Kind() == reflect.Interface {
				walk(name+"."+v.Type().Method(i).Name, v.Method(i).Call(nil)[0])
			}
		}
	}
	walk("factory", reflect.ValueOf(factory))
}

// Each type of client-go's factory can be registered, and its typed accessor and
// ForResource then return the informer that was registered.
func TestEveryTypeOfTheFactory(t *testing.T) {
	examples := allTypes(t)
	factory := informers.NewSharedInformerFactory(fake.NewClientset(), 0)
	must(t, clientgo.Register(factory, clientgo.Scope{}, examples))
	accessors := 0
	eachAccessor(factory, func(name string, informer cache.SharedIndexInformer) {
		accessors++
		if !ours(informer) {
			t.Errorf("%s().Informer() is not the registered one", name)
		}
	})
	if accessors != len(examples) || accessors < 100 {
		t.Errorf("the factory has %d accessors, %d types were registered", accessors, len(examples))
	}
}

// Our informers ask the server for exactly what those of client-go ask for: the same
// resources, in the same namespaces where there are any, with the same list options.
func TestRequestsAreThoseOfClientGosInformers(t *testing.T) {
	for _, namespace := range []string{"", "ns"} {
		examples := allTypes(t)
		theirs := requests(t, namespace, func(factory informers.SharedInformerFactory) {
			eachAccessor(factory, func(string, cache.SharedIndexInformer) {})
		})
		own := requests(t, namespace, func(factory informers.SharedInformerFactory) {
			must(t, clientgo.Register(factory, clientgo.Scope{Namespace: namespace, TweakListOptions: onlyRed}, examples))
		})
		for request := range only(theirs, own) {
			t.Errorf("namespace %q: only client-go asks: %s", namespace, request)
		}
		for request := range only(own, theirs) {
			t.Errorf("namespace %q: only we ask: %s", namespace, request)
		}
		if len(own) != len(theirs) || len(own) < 200 {
			t.Errorf("namespace %q: client-go asks %d times, we %d times", namespace, len(theirs), len(own))
		}
	}
}

// requests runs a factory's informers and returns what they asked the server for, sorted.
func requests(t *testing.T, namespace string, prepare func(informers.SharedInformerFactory)) (asked []string) {
	synctest.Test(t, func(t *testing.T) {
		client := fake.NewClientset()
		factory := informers.NewSharedInformerFactoryWithOptions(client, 0,
			informers.WithNamespace(namespace), informers.WithTweakListOptions(onlyRed))
		prepare(factory)
		ctx, cancel := context.WithCancel(t.Context())
		factory.Start(ctx.Done())
		for of, synced := range factory.WaitForCacheSync(ctx.Done()) {
			if !synced {
				t.Errorf("%v did not sync", of)
			}
		}
		synctest.Wait() // the watches are there
		cancel()
		factory.Shutdown()
		for _, a := range client.Actions() {
			asked = append(asked, describe(a))
		}
	})
	slices.Sort(asked)
	return asked
}

func describe(a clienttesting.Action) string {
	labels := ""
	switch a := a.(type) {
	case clienttesting.ListAction:
		labels = a.GetListRestrictions().Labels.String()
	case clienttesting.WatchAction:
		labels = a.GetWatchRestrictions().Labels.String()
	}
	return fmt.Sprintf("%s %s in %q where %s", a.GetVerb(), a.GetResource(), a.GetNamespace(), labels)
}

// only ranges over what is in one list and not in the other.
func only(in, notIn []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range in {
			if !slices.Contains(notIn, s) && !yield(s) {
				return
			}
		}
	}
}
