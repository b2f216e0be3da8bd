package clientgo_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"

	"informerbench/adopt/clientgo"
	"informerbench/informer"
	"informerbench/stores/catalog"
)

func pod(name string, version int) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, ResourceVersion: fmt.Sprint(version)}}
}

// A program that uses the factory as always: typed informer, typed lister, handlers,
// transform, resync, Start, WaitForCacheSync and Shutdown, over each store.
func TestTheFactoryWorksAsBefore(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { useFactory(t, informer.WithStore(v.New)) })
		})
	}
}

func useFactory(t *testing.T, store informer.Option) {
	client := fake.NewClientset(pod("listed", 1))
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0,
		informers.WithTransform(markSeen), informers.WithCustomResyncConfig(map[metav1.Object]time.Duration{&corev1.Pod{}: time.Minute}))
	must(t, clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}}, store))
	pods := factory.Core().V1().Pods()
	if !ours(pods.Informer()) {
		t.Fatal("the typed accessor returns another informer")
	}
	events := make(chan string, 20)
	_, err := pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { events <- "add " + o.(*corev1.Pod).Name },
		UpdateFunc: func(_, o any) { events <- "update " + o.(*corev1.Pod).Name },
		DeleteFunc: func(o any) { events <- "delete " + o.(*corev1.Pod).Name },
	})
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	synctest.Wait() // the watch is there
	write(t, ctx, client)
	synctest.Wait()
	listed, err := pods.Lister().Pods("ns").List(labels.SelectorFromSet(labels.Set{"seen": "yes"}))
	must(t, err)
	if len(listed) != 1 || listed[0].Name != "created" {
		t.Errorf("the lister returns %v", listed)
	}
	time.Sleep(90 * time.Second) // of the bubble: one resync
	synctest.Wait()
	cancel()
	factory.Shutdown()
	close(events)
	want := []string{"add listed", "add created", "update created", "delete listed", "update created"}
	if got := slices.Collect(received(events)); !slices.Equal(got, want) {
		t.Errorf("the handler heard %q, want %q", got, want)
	}
}

func write(t *testing.T, ctx context.Context, client kubernetes.Interface) {
	t.Helper()
	pods := client.CoreV1().Pods("ns")
	_, err := pods.Create(ctx, pod("created", 2), metav1.CreateOptions{})
	must(t, err)
	_, err = pods.Update(ctx, pod("created", 3), metav1.UpdateOptions{})
	must(t, err)
	must(t, pods.Delete(ctx, "listed", metav1.DeleteOptions{}))
}

func markSeen(o any) (any, error) {
	if p, ok := o.(*corev1.Pod); ok {
		p = p.DeepCopy()
		p.Labels = map[string]string{"seen": "yes"}
		return p, nil
	}
	return o, nil
}

func received(events <-chan string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for e := range events {
			if !yield(e) {
				return
			}
		}
	}
}

// The name for metrics is the factory's: each type takes its resource under that name.
func TestInformersAreNamedByTheFactory(t *testing.T) {
	name, err := cache.NewInformerName("adopted")
	must(t, err)
	factory := informers.NewSharedInformerFactoryWithOptions(fake.NewClientset(), 0, informers.WithInformerName(name))
	defer factory.Shutdown() // releases the name
	must(t, clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}}))
	if name.WithResource(corev1.SchemeGroupVersion.WithResource("pods")).Reserved() {
		t.Error("the informer of Pods has not taken its name")
	}
	if !name.WithResource(corev1.SchemeGroupVersion.WithResource("nodes")).Reserved() {
		t.Error("Nodes were not registered, but their name is taken")
	}
}
