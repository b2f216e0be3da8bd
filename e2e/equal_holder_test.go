package e2e_test

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// holder is one informer of a form. It is its own handler, and keeps every version that it is shown: parts that a later
// one shares with an earlier one must not change that.
type holder struct {
	form     *form
	kind     richKind
	informer cache.SharedIndexInformer
	synced   cache.InformerSynced
	history  *history

	mu       sync.Mutex // guards versions, until the informer is at rest
	versions map[string]shown
}

// shown is an object as a handler got it, and what it was at that time.
type shown struct{ object, then runtime.Object }

// follow starts an informer, which runs until the test ends.
func (f *form) follow(t *testing.T, config *rest.Config, k richKind, namespace string) *holder {
	t.Helper()
	lw, err := f.from(k.kind, config, k.in(namespace))
	must(t, err)
	h := &holder{form: f, kind: k, history: newHistory(), versions: map[string]shown{}}
	h.informer, err = f.build(lw, f.view.example(k.kind))
	must(t, err)
	registration, err := h.informer.AddEventHandler(h)
	must(t, err)
	h.synced = registration.HasSynced
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { h.informer.RunWithContext(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return h
}

func (h *holder) String() string {
	return fmt.Sprintf("%s, %s: %s", h.form.view.name, h.form.name, h.kind.resource)
}

// reference names what it is compared with: the first form's informer of the same view and kind.
func (h *holder) reference() string { return h.form.view.name + " " + h.kind.resource }

func (h *holder) OnAdd(object any, initial bool) {
	h.keep(object)
	h.history.OnAdd(object, initial)
}

func (h *holder) OnUpdate(old, object any) {
	h.keep(object)
	h.history.OnUpdate(old, object)
}

func (h *holder) OnDelete(object any) {
	h.keep(object)
	h.history.OnDelete(object)
}

func (h *holder) keep(object any) {
	o, ok := object.(runtime.Object)
	if !ok {
		return // a tombstone, of which nobody has seen the last version
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.versions[keyOf(o)+" at version "+versionOf(o)] = shown{o, o.DeepCopyObject()}
}

// awaitVersions waits until the store and the handler have the server's versions.
func (h *holder) awaitVersions(t *testing.T, server map[string]truth) {
	t.Helper()
	objects := map[string]runtime.Object{}
	for key, truth := range server {
		objects[key] = truth.object
	}
	want := versionsOf(objects)
	await(t, h.String()+" has what the server has", func(context.Context) error {
		if err := h.history.arrived(want); err != nil {
			return err
		}
		stored := map[string]any{}
		for _, o := range h.informer.GetStore().List() {
			stored[keyOf(o)] = o
		}
		if have := versionsOf(stored); !maps.Equal(have, want) {
			return fmt.Errorf("the store has %d objects of %d, or other versions", len(have), len(want))
		}
		return nil
	})
}
