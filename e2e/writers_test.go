package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/util/flowcontrol"
)

// writer writes one kind at random: creates, updates and deletes within a set of names. What fails is
// counted, and it goes on, since servers are killed under it.
type writer struct {
	kind      kind
	clients   []dynamic.ResourceInterface // of the namespaces
	namespace []string
	random    *rand.Rand
	present   map[string]bool // what it believes; an answer to the contrary corrects it

	// written and failed are read by others while it runs; nothing hangs on their order.
	written, failed atomic.Int64
}

const (
	keysPerKind     = 150
	writesPerSecond = 40 // of each writer
	maxPayload      = 6000
)

// run writes until the context ends.
func (w *writer) run(ctx context.Context) {
	limit := flowcontrol.NewTokenBucketRateLimiter(writesPerSecond, writesPerSecond)
	defer limit.Stop()
	for limit.Wait(ctx) == nil {
		// A server that is killed may leave a request without an answer.
		once, cancel := context.WithTimeout(ctx, 5*time.Second)
		err := w.once(once)
		cancel()
		if err != nil {
			w.failed.Add(1)
			continue
		}
		w.written.Add(1)
	}
}

func (w *writer) once(ctx context.Context) error {
	n := w.random.IntN(keysPerKind)
	client := w.clients[n%len(w.clients)]
	namespace, name := w.namespace[n%len(w.clients)], fmt.Sprintf("o%03d", n)
	key := namespace + "/" + name
	switch {
	case !w.present[key]:
		o := w.kind.object(namespace, name)
		o.SetAnnotations(map[string]string{"payload": w.payload()})
		_, err := client.Create(ctx, o, metav1.CreateOptions{})
		w.present[key] = err == nil || apierrors.IsAlreadyExists(err)
		return err
	case w.random.IntN(4) == 0:
		err := client.Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: new(int64)})
		w.present[key] = err != nil && !apierrors.IsNotFound(err)
		return err
	default:
		_, err := client.Patch(ctx, name, types.MergePatchType, annotation(w.payload()), metav1.PatchOptions{})
		w.present[key] = !apierrors.IsNotFound(err)
		return err
	}
}

// payload is now short, now long, so that events are cut at all places.
func (w *writer) payload() string {
	size := w.random.IntN(100)
	if w.random.IntN(4) == 0 {
		size = w.random.IntN(maxPayload)
	}
	return fmt.Sprintf("%d-%s", w.random.Uint32(), strings.Repeat("x", size))
}

func annotation(value string) []byte {
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": map[string]string{"payload": value}}})
	if err != nil {
		panic(err) // strings always marshal
	}
	return patch
}
