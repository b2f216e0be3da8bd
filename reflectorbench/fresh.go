package reflectorbench

import (
	"context"
	"fmt"
	"reflect"
	"runtime"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// freshPageSize is the page of a fresh list: small enough not to double the heap with
// one response.
const freshPageSize = 5000

// each lists a resource anew, page by page.
func (h *httpClient) each(ctx context.Context, r workload.Resource, fn func(kruntime.Object) error) error {
	lw, err := h.listerWatcher(r)
	if err != nil {
		return err
	}
	lister, options := cache.ToListerWithContext(lw), metav1.ListOptions{Limit: freshPageSize}
	for {
		page, err := lister.ListWithContext(ctx, options)
		if err != nil {
			return fmt.Errorf("listing %s: %w", r, err)
		}
		if err := meta.EachListItem(page, fn); err != nil {
			return err
		}
		list, err := meta.ListAccessor(page)
		if err != nil {
			return err
		}
		if options.Continue = list.GetContinue(); options.Continue == "" {
			return nil
		}
	}
}

// state returns a fresh list by key.
func (h *httpClient) state(ctx context.Context, r workload.Resource) (map[string]kruntime.Object, error) {
	state := map[string]kruntime.Object{}
	err := h.each(ctx, r, func(o kruntime.Object) error {
		key, err := cache.MetaNamespaceKeyFunc(o)
		state[key] = o
		return err
	})
	return state, err
}

// size holds a fresh list in nothing but a slice and weighs it: objects decoded by the same
// client as the pipeline's take the same heap.
func (h *httpClient) size(ctx context.Context, c Cell) (size, error) {
	var (
		s      size
		held   []kruntime.Object
		weigh  = c.takes(MeasureHeap)
		before uint64
	)
	if weigh {
		before = LiveHeap()
	}
	for _, k := range h.kinds {
		seen := 0
		if err := h.each(ctx, k.Resource, func(o kruntime.Object) error {
			seen++
			if weigh {
				held = append(held, Alone(o))
			}
			return nil
		}); err != nil {
			return size{}, err
		}
		s.objects = append(s.objects, seen)
	}
	if weigh {
		const wordsOfInterface = 16
		after := LiveHeap()
		s.bytes = after - min(after, before+wordsOfInterface*uint64(cap(held)))
	}
	runtime.KeepAlive(held)
	return s, nil
}

// Alone returns a shallow copy that does not keep the array alive in which a typed list holds
// its items: that one has room to spare, which is no object's size.
func Alone(o kruntime.Object) kruntime.Object {
	from := reflect.ValueOf(o).Elem()
	to := reflect.New(from.Type())
	to.Elem().Set(from)
	return to.Interface().(kruntime.Object)
}
