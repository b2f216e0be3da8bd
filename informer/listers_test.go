package informer_test

import (
	"slices"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamiclister"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// byNamespace are the indexes that listers look for.
var byNamespace = cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}

// labelledPods are three Pods of one namespace, of which one is red.
func labelledPods() *script {
	s := withPods(2)
	s.put("red", labelled("colour", "red"))
	return s
}

var red = labels.SelectorFromSet(labels.Set{"colour": "red"})

// lister is what the kinds of listers have in common, as names.
type lister struct {
	all, inNamespace func(labels.Selector) ([]string, error)
	get              func(name string) (string, error)
}

func generated(inf cache.SharedIndexInformer) lister {
	l := corelisters.NewPodLister(inf.GetIndexer())
	return lister{
		all:         func(s labels.Selector) ([]string, error) { return namesOf(l.List(s)) },
		inNamespace: func(s labels.Selector) ([]string, error) { return namesOf(l.Pods("ns").List(s)) },
		get: func(name string) (string, error) {
			p, err := l.Pods("ns").Get(name)
			if err != nil {
				return "", err
			}
			return p.Name, nil
		},
	}
}

func generic(inf cache.SharedIndexInformer) lister {
	l := cache.NewGenericLister(inf.GetIndexer(), schema.GroupResource{Resource: "pods"})
	return lister{
		all:         func(s labels.Selector) ([]string, error) { return namesOf(l.List(s)) },
		inNamespace: func(s labels.Selector) ([]string, error) { return namesOf(l.ByNamespace("ns").List(s)) },
		get: func(name string) (string, error) {
			obj, err := l.ByNamespace("ns").Get(name)
			if err != nil {
				return "", err
			}
			return obj.(*corev1.Pod).Name, nil
		},
	}
}

// dynamic is over an informer whose transform makes each Pod unstructured.
func dynamic(inf cache.SharedIndexInformer) lister {
	l := dynamiclister.New(inf.GetIndexer(), schema.GroupVersionResource{Version: "v1", Resource: "pods"})
	return lister{
		all:         func(s labels.Selector) ([]string, error) { return namesOf(l.List(s)) },
		inNamespace: func(s labels.Selector) ([]string, error) { return namesOf(l.Namespace("ns").List(s)) },
		get: func(name string) (string, error) {
			obj, err := l.Namespace("ns").Get(name)
			if err != nil {
				return "", err
			}
			return obj.GetName(), nil
		},
	}
}

func toUnstructured(obj any) (any, error) {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(obj)
	return &unstructured.Unstructured{Object: content}, err
}

func namesOf[T any](objs []T, err error) ([]string, error) {
	var names []string
	for _, obj := range objs {
		names = append(names, any(obj).(interface{ GetName() string }).GetName())
	}
	slices.Sort(names)
	return names, err
}

// client-go's listers, of each kind, read any store through our indexer unchanged.
func TestListersOfClientGoReadEveryStore(t *testing.T) {
	for kind, c := range map[string]struct {
		over      func(cache.SharedIndexInformer) lister
		transform cache.TransformFunc
	}{
		"generated": {generated, nil},
		"generic":   {generic, nil},
		"dynamic":   {dynamic, toUnstructured},
	} {
		t.Run(kind, func(t *testing.T) {
			forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
				source := labelledPods()
				inf := newInformerWith(source, cache.SharedIndexInformerOptions{Indexers: byNamespace}, append(o, informer.WithTransform(c.transform))...)
				l := c.over(inf)
				start(t, inf)
				verifyLister(t, l, []string{podName(0), podName(1), "red"})
				source.delete(podName(0))
				source.put("new")
				synctest.Wait()
				verifyLister(t, l, []string{"new", podName(1), "red"})
			})
		})
	}
}

func verifyLister(t *testing.T, l lister, want []string) {
	t.Helper()
	for what, list := range map[string]func(labels.Selector) ([]string, error){"all": l.all, "in the namespace": l.inNamespace} {
		if got, err := list(labels.Everything()); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", what, got, err, want)
		}
		if got, err := list(red); err != nil || !slices.Equal(got, []string{"red"}) {
			t.Errorf("%s and red: %q, %v", what, got, err)
		}
	}
	if got, err := l.get(want[0]); err != nil || got != want[0] {
		t.Errorf("%s: %q, %v", want[0], got, err)
	}
	if _, err := l.get("absent"); !apierrors.IsNotFound(err) {
		t.Errorf("an absent one: %v, want not found", err)
	}
}
