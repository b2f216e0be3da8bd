package reflectorbench

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
)

// movingPause is the time between two lists of a cluster that others write to.
const movingPause = 200 * time.Millisecond

// verifyMoving is verify for a source that never stands still. A store that lost or
// invented an object differs from every fresh list in that object; one that is only
// behind, or ahead, differs in others each time. Indexes are compared only with a
// source that stands still.
func (r *run) verifyMoving(ctx context.Context) error {
	deadline := time.Now().Add(r.settle)
	suspects, err := r.differing(ctx)
	for len(suspects) > 0 && err == nil {
		if time.Now().After(deadline) {
			return fmt.Errorf("%d objects differ from every list for %v, for example %s", len(suspects), r.settle, anyOf(suspects))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(movingPause):
		}
		var again map[string]bool
		again, err = r.differing(ctx)
		for key := range suspects {
			if !again[key] {
				delete(suspects, key)
			}
		}
	}
	return err
}

// differing returns what a fresh list, a store and the handler's map disagree about.
func (r *run) differing(ctx context.Context) (map[string]bool, error) {
	found := map[string]bool{}
	for _, p := range r.pipes {
		want, err := r.feed.state(ctx, p.resource)
		if err != nil {
			return nil, err
		}
		about := func(who, key string) { found[fmt.Sprintf("%s %s in the %s", p.resource, key, who)] = true }
		storeDiffering(p.store, want, func(key string) { about("store", key) })
		if err := p.recorder.differing(want, func(key string) { about("handler", key) }); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func storeDiffering(store reads, want map[string]runtime.Object, about func(key string)) {
	for key, object := range want {
		if got, ok, err := store.GetByKey(key); err != nil || !ok || versionOfObject(got) != versionOfObject(object) {
			about(key)
		}
	}
	for _, key := range store.ListKeys() {
		if _, ok := want[key]; !ok {
			about(key)
		}
	}
}

func (r *recorder) differing(want map[string]runtime.Object, about func(key string)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key, object := range want {
		name, v := describe(object)
		if got, ok := r.known[name]; !ok || got != v {
			about(key)
		}
	}
	for name := range r.known {
		if _, ok := want[keyOf(name)]; !ok {
			about(keyOf(name))
		}
	}
	return r.broken
}

func anyOf(set map[string]bool) string {
	for key := range set {
		return key
	}
	return ""
}
