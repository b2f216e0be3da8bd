package factory_test

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer/factory"
	"informerbench/stores/catalog"
)

func pod(namespace, name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
}

// podsOf makes the informer for pods of a client, as a user of the factory would.
func podsOf(client *fake.Clientset) factory.NewInformerFunc {
	return func(p factory.Params) cache.SharedIndexInformer {
		lw := factory.ListWatch(client, client.CoreV1().Pods(p.Namespace), p.TweakListOptions)
		return p.NewInformer(lw, &corev1.Pod{}, nil)
	}
}

// podType is the key of pods.
var podType = reflect.TypeFor[*corev1.Pod]()

func mustNotBeCalled(factory.Params) cache.SharedIndexInformer {
	panic("the informer is there already")
}

// client-go's generated lister works over every store.
func TestTypedInformerOverEveryStore(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				client := fake.NewClientset(pod("a", "one"), pod("b", "two"))
				f := factory.New(0, factory.WithStore(v.New))
				inf := f.InformerFor(&corev1.Pod{}, podsOf(client))
				if again := f.InformerFor(&corev1.Pod{}, mustNotBeCalled); again != inf {
					t.Error("the second caller got another informer")
				}
				r, lister := handle(t, inf), corelisters.NewPodLister(inf.GetIndexer())
				start(t, f)
				r.expect(t, "add a/one", "add b/two")
				if _, err := client.CoreV1().Pods("b").Create(t.Context(), pod("b", "three"), metav1.CreateOptions{}); err != nil {
					t.Fatal(err)
				}
				r.expect(t, "add b/three")
				found, err := lister.Pods("b").List(labels.Everything())
				if err != nil || len(found) != 2 {
					t.Errorf("namespace b has %v, %v", found, err)
				}
			})
		})
	}
}

// Many ask at once, with a Start among them: one constructor is called, all get what it
// made.
func TestManyAskAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		client := fake.NewClientset(pod("a", "one"))
		f := factory.New(0)
		var made atomic.Int64
		newInformer := func(p factory.Params) cache.SharedIndexInformer {
			made.Add(1)
			return podsOf(client)(p)
		}
		ctx, cancel := context.WithCancel(t.Context())
		got := make([]cache.SharedIndexInformer, 50)
		var asking sync.WaitGroup
		for i := range got {
			asking.Go(func() {
				got[i] = f.InformerFor(&corev1.Pod{}, newInformer)
				f.StartWithContext(ctx)
			})
		}
		asking.Wait()
		if !f.WaitForCacheSyncWithContext(ctx).Synced[podType] {
			t.Error("not synced")
		}
		if n := made.Load(); n != 1 || slices.ContainsFunc(got, func(i cache.SharedIndexInformer) bool { return i != got[0] }) {
			t.Errorf("%d constructors were called, or callers got different informers", n)
		}
		cancel()
		f.Shutdown()
	})
}

// What is asked for after Start runs after the next one, and what runs is left alone.
func TestAskingAfterStart(t *testing.T) {
	bubble(t, func(t *testing.T) {
		client := fake.NewClientset(pod("a", "one"))
		f := factory.New(0)
		start(t, f)
		inf := f.InformerFor(&corev1.Pod{}, podsOf(client))
		r := handle(t, inf)
		time.Sleep(time.Hour)
		r.expect(t)
		for range 3 {
			start(t, f)
		}
		r.expect(t, "add a/one")
		if n := len(client.Actions()); n != 2 {
			t.Errorf("one list and one watch expected, but %v", client.Actions())
		}
	})
}

func nodesOf(client *fake.Clientset) factory.NewInformerFunc {
	return func(p factory.Params) cache.SharedIndexInformer {
		lw := factory.ListWatch(client, client.CoreV1().Nodes(), p.TweakListOptions)
		return p.NewInformer(lw, &corev1.Node{}, nil)
	}
}
