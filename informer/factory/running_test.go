package factory_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"k8s.io/client-go/tools/cache"
)

// runner is what all factories have.
type runner interface {
	StartWithContext(context.Context)
	Shutdown()
}

func bubble(t *testing.T, test func(t *testing.T)) { t.Helper(); synctest.Test(t, test) }

// start runs what was asked of the factory so far, until the test ends, and returns
// when nothing can happen any more without the test.
func start(t *testing.T, f runner) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f.StartWithContext(ctx)
	stop = func() { cancel(); f.Shutdown() }
	t.Cleanup(stop)
	synctest.Wait()
	return stop
}

// recorder is a handler that writes down what it is told.
type recorder struct {
	mu   sync.Mutex
	told []string
}

func (r *recorder) note(what string, obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		key = err.Error()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told = append(r.told, what+" "+key)
}

func (r *recorder) OnAdd(obj any, _ bool) { r.note("add", obj) }
func (r *recorder) OnUpdate(_, obj any)   { r.note("update", obj) }
func (r *recorder) OnDelete(obj any)      { r.note("delete", obj) }

// take returns what was told since the last call.
func (r *recorder) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	told := r.told
	r.told = nil
	return told
}

// expect compares what was told, in any order, when everything has calmed down.
func (r *recorder) expect(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	got := r.take()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the handler was told %q, want %q", got, want)
	}
}

func handle(t *testing.T, inf cache.SharedIndexInformer) *recorder {
	t.Helper()
	r := &recorder{}
	if _, err := inf.AddEventHandler(r); err != nil {
		t.Fatal(err)
	}
	return r
}
