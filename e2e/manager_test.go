package e2e_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"informerbench/adopt/controllerruntime"
	"informerbench/stores/mvcc"
)

const counted = "e2e.example.com/pods" // an annotation of ConfigMaps

// A manager of controller-runtime whose cache is ours: its reconciler keeps a ConfigMap for each app at the
// number of the app's Pods, which it lists from the cache. Creates and deletes reach it, and what it has written
// comes back to it.
func TestManagerReconcilesOnOurCache(t *testing.T) {
	config := shared(t).Config()
	namespace := newNamespace(t, config, "managed")
	ctrl.SetLogger(logr.Discard())
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Cache:   cache.Options{NewInformer: controllerruntime.NewInformer(mvcc.New), DefaultNamespaces: map[string]cache.Config{namespace: {}}},
		Metrics: server.Options{BindAddress: "0"}, // off
	})
	must(t, err)
	must(t, ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).
		Watches(&corev1.Pod{}, enqueueApp()).
		WithOptions(controller.Options{SkipNameValidation: new(true)}). // the test may run again
		Complete(&counter{manager.GetClient()}))
	ctx, cancel := context.WithCancel(t.Context())
	var ended error
	var running sync.WaitGroup
	running.Go(func() { ended = manager.Start(ctx) })

	const apps, each = 5, 20
	makePods(t, manager.GetClient(), namespace, apps, each)
	awaitCounts(t, manager.GetAPIReader(), namespace, apps, each)
	removePods(t, manager.GetClient(), namespace, apps, each/2)
	awaitCounts(t, manager.GetAPIReader(), namespace, apps, each-each/2)

	cancel()
	running.Wait()
	must(t, ended)
}

func appName(app int) string { return fmt.Sprintf("app-%d", app) }

func managedPod(namespace string, app, i int) *corev1.Pod {
	p := pod(namespace, i)
	p.Name = fmt.Sprintf("%s-%d", appName(app), i)
	p.Labels = map[string]string{"app": appName(app)}
	return p
}

func makePods(t *testing.T, c client.Client, namespace string, apps, each int) {
	t.Helper()
	for app := range apps {
		must(t, c.Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: appName(app)}}))
		for i := range each {
			must(t, c.Create(t.Context(), managedPod(namespace, app, i)))
		}
	}
}

func removePods(t *testing.T, c client.Client, namespace string, apps, each int) {
	t.Helper()
	for app := range apps {
		for i := range each {
			must(t, c.Delete(t.Context(), managedPod(namespace, app, i), client.GracePeriodSeconds(0)))
		}
	}
}

// awaitCounts reads from the server, not from the cache.
func awaitCounts(t *testing.T, c client.Reader, namespace string, apps, want int) {
	t.Helper()
	await(t, fmt.Sprintf("each app has the count %d", want), func(ctx context.Context) error {
		for app := range apps {
			var m corev1.ConfigMap
			if err := c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: appName(app)}, &m); err != nil {
				return err
			}
			if have := m.Annotations[counted]; have != strconv.Itoa(want) {
				return fmt.Errorf("%s has %q", m.Name, have)
			}
		}
		return nil
	})
}
