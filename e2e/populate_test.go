package e2e_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

// hands is how many requests are under way at a time where many are sent.
const hands = 16

// inParallel does n things, a few at a time, and stops after the first that fails.
func inParallel(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var running sync.WaitGroup
	for range hands {
		running.Go(func() {
			for i := range next {
				if err := do(ctx, i); err != nil {
					cancel(fmt.Errorf("%d of %d: %w", i, n, err))
				}
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	running.Wait()
	return context.Cause(ctx)
}

// insist sends a request again when the server did not answer in time, as one on a starved machine. Then the first
// may have come through after all: what the second is told in that case is no error.
func insist(done func(error) bool, request func() error) error {
	err := request()
	for range 5 {
		if !apierrors.IsTimeout(err) && !apierrors.IsServerTimeout(err) {
			return err
		}
		if err = request(); done(err) {
			return nil
		}
	}
	return err
}

// protobufClient writes typed objects at the least cost.
func protobufClient(t *testing.T, config *rest.Config) kubernetes.Interface {
	t.Helper()
	config = rest.CopyConfig(config)
	config.ContentType = runtime.ContentTypeProtobuf
	config.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	client, err := kubernetes.NewForConfig(config)
	must(t, err)
	return client
}

// createMany writes n objects of a kind.
func createMany(t *testing.T, config *rest.Config, k kind, namespace string, n int) {
	t.Helper()
	client := k.writes(t, config, namespace)
	must(t, inParallel(t.Context(), n, func(ctx context.Context, i int) error {
		return insist(apierrors.IsAlreadyExists, func() error {
			_, err := client.Create(ctx, k.object(namespace, fmt.Sprintf("o%05d", i)), metav1.CreateOptions{})
			return err
		})
	}))
}

// pod has about what a small Pod has before it is scheduled.
func pod(namespace string, i int) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, Name: fmt.Sprintf("pod-%05d", i),
			Labels: map[string]string{"app": fmt.Sprintf("app-%d", i%100), "tier": "backend"},
		},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{
			Name: "main", Image: "registry.example.com/app:1", Ports: []corev1.ContainerPort{{ContainerPort: 8080}},
			Env: []corev1.EnvVar{{Name: "INDEX", Value: fmt.Sprint(i)}},
		}}},
	}
}
