package e2e_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

const manyPods = 20_000

// An informer follows while many Pods are created, changed and deleted; others join when they are all there.
func TestManyPods(t *testing.T) {
	c := own(t)
	const n = manyPods
	crowd := newNamespace(t, c.Config(), "crowd")
	client := protobufClient(t, c.Config())
	f, stop := runFollower(t, c.Config(), crowd, plain, ours())
	defer stop()

	phase(t, n, "created", func() {
		must(t, inParallel(t.Context(), n, func(ctx context.Context, i int) error {
			return insist(apierrors.IsAlreadyExists, func() error {
				_, err := client.CoreV1().Pods(crowd).Create(ctx, pod(crowd, i), metav1.CreateOptions{})
				return err
			})
		}))
		f.awaitServer(t, c.Config(), crowd, n)
	})
	for _, late := range latecomers {
		phase(t, n, "synced by "+late.name, func() {
			f, stop := runFollower(t, c.Config(), crowd, late.from, late.build)
			defer stop()
			f.awaitSynced(t)
			if have := len(f.informer.GetStore().ListKeys()); have != n {
				t.Errorf("%s has synced with %d Pods, want %d", late.name, have, n)
			}
		})
	}
	phase(t, n, "changed", func() { changeAll(t, client, f); f.awaitServer(t, c.Config(), crowd, n) })
	phase(t, n, "deleted", func() { deleteAll(t, client, crowd, n); f.awaitServer(t, c.Config(), crowd, 0) })

	h := f.history
	if h.adds != n || h.deletes != n || h.updates < n {
		t.Errorf("the handler heard %d adds, %d updates and %d deletes of %d Pods", h.adds, h.updates, h.deletes, n)
	}
	if stats, _ := f.stats(); stats.StreamLists != 1 || stats.Lists != 0 {
		t.Errorf("the informer began %d streams and %d lists, want one stream: nothing broke", stats.StreamLists, stats.Lists)
	}
}

// latecomers list what others have written. The first one's time is not to be compared: the server, too, does some
// things for the first time.
var latecomers = []struct {
	name  string
	from  source
	build builder
}{
	{"client-go, the first", plain, clientGo},
	{"client-go", plain, clientGo}, {"ours", plain, ours()}, {"ours over wire", overWire, ours()},
	{"ours, a plain list", plain, paged()}, {"ours over wire, a plain list", overWire, paged()},
}

// changeAll updates every Pod from the informer's store, as a controller would.
func changeAll(t *testing.T, client kubernetes.Interface, f *follower) {
	t.Helper()
	all := f.informer.GetStore().List()
	must(t, inParallel(t.Context(), len(all), func(ctx context.Context, i int) error {
		p := all[i].(*corev1.Pod).DeepCopy()
		p.Status.Phase = corev1.PodRunning
		p.Status.Message = fmt.Sprintf("the change of Pod %d", i)
		return insist(apierrors.IsConflict, func() error { // nobody else writes them
			_, err := client.CoreV1().Pods(p.Namespace).UpdateStatus(ctx, p, metav1.UpdateOptions{})
			return err
		})
	}))
}

func deleteAll(t *testing.T, client kubernetes.Interface, namespace string, n int) {
	t.Helper()
	must(t, inParallel(t.Context(), n, func(ctx context.Context, i int) error {
		return insist(apierrors.IsNotFound, func() error {
			return client.CoreV1().Pods(namespace).Delete(ctx, pod(namespace, i).Name, metav1.DeleteOptions{GracePeriodSeconds: new(int64)})
		})
	}))
}

// phase says how long it took until the informer had it all.
func phase(t *testing.T, n int, what string, do func()) {
	t.Helper()
	begun := time.Now()
	do()
	took := time.Since(begun)
	fmt.Printf("%d Pods %s: %v, %.0f a second\n", n, what, took.Round(time.Millisecond), float64(n)/took.Seconds())
}

// runFollower runs an informer of a namespace's Pods until it is stopped.
func runFollower(t *testing.T, config *rest.Config, namespace string, from source, build builder) (*follower, func()) {
	t.Helper()
	lw, err := from(pods, config, namespace)
	must(t, err)
	f, err := follow(lw, pods, build)
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { f.informer.RunWithContext(ctx) })
	return f, func() { cancel(); running.Wait() }
}

// awaitSynced looks often, since its end is timed.
func (f *follower) awaitSynced(t *testing.T) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	late := time.After(patience)
	for !f.synced() {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("the informer has not synced within %v", patience)
		}
	}
}

// awaitServer waits until the store has n Pods and the handler has heard of them all, then compares
// the store with the server. Waiting is cheap, so that it does not slow down what is waited for.
func (f *follower) awaitServer(t *testing.T, config *rest.Config, namespace string, n int) {
	t.Helper()
	var server map[string]version
	await(t, fmt.Sprintf("the informer has the server's %d Pods", n), func(ctx context.Context) error {
		if have := len(f.informer.GetStore().ListKeys()); have != n {
			return fmt.Errorf("it has %d", have)
		}
		want, err := consistentList(ctx, pods, config, namespace)
		if err != nil {
			return err
		}
		server = versionsOf(want)
		return sameAs(f.informer.GetStore(), want)
	})
	await(t, "the handler has heard of them", func(context.Context) error { return f.history.arrived(server) })
	f.history.check(t, "ours")
}
