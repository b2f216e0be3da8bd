package factory_test

import (
	"slices"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/informer/factory"
)

// The constructor is told what the factory was made with, for each type by itself.
func TestConstructorIsToldTheSettings(t *testing.T) {
	paged := informer.WithPageSize(10)
	f := factory.New(time.Minute, factory.WithNamespace("a"),
		factory.WithType(&corev1.Node{}, factory.WithNamespace(""), factory.WithResyncPeriod(time.Hour)),
		factory.WithOptions(paged, paged),
		factory.WithType(&corev1.Node{}, factory.WithOptions(paged)))
	for _, c := range []struct {
		example   runtime.Object
		namespace string
		resync    time.Duration
		options   int
	}{{&corev1.Pod{}, "a", time.Minute, 2}, {&corev1.Node{}, "", time.Hour, 3}} {
		f.InformerFor(c.example, func(p factory.Params) cache.SharedIndexInformer {
			if p.Namespace != c.namespace || p.ResyncPeriod != c.resync || len(p.Options) != c.options {
				t.Errorf("for %T: %+v", c.example, p)
			}
			return podsOf(fake.NewClientset())(p)
		})
	}
}

func TestIndexersOfANewInformer(t *testing.T) {
	var p factory.Params
	lw := factory.ListWatch(nil, fake.NewClientset().CoreV1().Pods(""), nil)
	byName := cache.Indexers{"byName": func(obj any) ([]string, error) { return []string{obj.(metav1.Object).GetName()}, nil }}
	for _, c := range []struct {
		indexers cache.Indexers
		want     string
	}{{nil, cache.NamespaceIndex}, {byName, "byName"}} {
		got := p.NewInformer(lw, &corev1.Pod{}, c.indexers).GetIndexer().GetIndexers()
		if len(got) != 1 || got[c.want] == nil {
			t.Errorf("the indexes are %v, want %s", got, c.want)
		}
	}
}

// A constructor's mistake is told at once, and leaves a factory that works.
func TestConstructorThatReturnsNothing(t *testing.T) {
	f := factory.New(0)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no informer was made, and nobody is told")
			}
		}()
		f.InformerFor(&corev1.Pod{}, func(factory.Params) cache.SharedIndexInformer { return nil })
	}()
	if f.InformerFor(&corev1.Pod{}, podsOf(fake.NewClientset())) == nil {
		t.Error("no informer")
	}
}

// An informer that is not ours takes part, and the transform reaches it too.
func TestInformersOfClientGo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		client := fake.NewClientset(pod("a", "one"))
		f := factory.New(0, factory.WithTransform(blue))
		inf := f.InformerFor(&corev1.Pod{}, func(p factory.Params) cache.SharedIndexInformer {
			lw := factory.ListWatch(client, client.CoreV1().Pods(p.Namespace), p.TweakListOptions)
			return cache.NewSharedIndexInformer(lw, &corev1.Pod{}, p.ResyncPeriod, cache.Indexers{})
		})
		start(t, f)
		if !f.WaitForCacheSync(nil)[podType] {
			t.Error("not synced")
		}
		o, _, _ := inf.GetStore().GetByKey("a/one")
		if !slices.Contains(labelsOf(o), "blue") {
			t.Errorf("the store has %v, which is not transformed", o)
		}
	})
}
