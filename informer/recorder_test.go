package informer_test

import (
	"fmt"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// recorder is a handler that writes down, per key, what it was told.
type recorder struct {
	mu        sync.Mutex
	histories map[string][]string
	order     []string // all calls, as they came
	initial   int
}

var _ cache.ResourceEventHandler = (*recorder)(nil)

func newRecorder() *recorder { return &recorder{histories: map[string][]string{}} }

func (r *recorder) OnAdd(obj any, initial bool) {
	verb := "add"
	if initial {
		verb = "initial"
	}
	r.note(obj, verb+" "+versionOf(obj))
}

func (r *recorder) OnUpdate(oldObj, newObj any) {
	r.note(newObj, fmt.Sprintf("update %s→%s", versionOf(oldObj), versionOf(newObj)))
}

func (r *recorder) OnDelete(obj any) {
	if tomb, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		r.note(obj, "tombstone "+versionOf(tomb.Obj))
		return
	}
	r.note(obj, "delete "+versionOf(obj))
}

func (r *recorder) note(obj any, what string) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		key = fmt.Sprint(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.histories[key] = append(r.histories[key], what)
	r.order = append(r.order, key+": "+what)
	if len(what) > 7 && what[:7] == "initial" {
		r.initial++
	}
}

func versionOf(obj any) string {
	m, err := meta.Accessor(obj)
	if err != nil {
		return fmt.Sprintf("%T", obj)
	}
	return m.GetResourceVersion()
}

func (r *recorder) history(key string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.histories[key])
}

func (r *recorder) calls() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.order)
}
