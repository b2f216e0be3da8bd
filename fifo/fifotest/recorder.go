package fifotest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"k8s.io/client-go/tools/cache"
)

// recorder is a handler that writes down what it sees and checks that it is
// legal: by key an add, updates, a delete, and so on, no version after a newer
// one, and a store that shows what the handler is told.
type recorder struct {
	state  cache.Store
	events []event
	live   map[string]int
	fault  error
	// during, if set, is called in each callback.
	during func()
}

// event is one callback in readable form.
type event struct {
	key, text string
	initial   bool
}

func (r *recorder) OnAdd(obj any, isInInitialList bool) {
	key := keyOf(obj)
	if _, live := r.live[key]; live {
		r.complain("add of %s, which exists", show(obj))
	}
	r.newer(key, obj)
	r.record(event{key, "add " + show(obj), isInInitialList})
}

func (r *recorder) OnUpdate(old, obj any) {
	key := keyOf(obj)
	if before, live := r.live[key]; !live {
		r.complain("update to %s, which does not exist", show(obj))
	} else if before != versionOf(old) {
		r.complain("update from %s, but the version before was %d", show(old), before)
	}
	r.newer(key, obj)
	r.record(event{key, "update " + show(old) + " " + show(obj), false})
}

func (r *recorder) OnDelete(obj any) {
	key := keyOf(obj)
	if _, live := r.live[key]; !live {
		r.complain("delete of %s, which does not exist", show(obj))
	}
	delete(r.live, key)
	if _, exists, _ := r.state.GetByKey(key); exists {
		r.complain("%s is in the store when its delete is delivered", key)
	}
	r.record(event{key, "delete " + show(obj), false})
}

// newer notes that obj is the live object of key now.
func (r *recorder) newer(key string, obj any) {
	if before, live := r.live[key]; live && before > versionOf(obj) {
		r.complain("%s comes after version %d", show(obj), before)
	}
	if r.live == nil {
		r.live = map[string]int{}
	}
	r.live[key] = versionOf(obj)
	if stored, _, _ := r.state.GetByKey(key); versionOf(stored) < versionOf(obj) {
		r.complain("%s is delivered when the store holds %s", show(obj), show(stored))
	}
}

func (r *recorder) complain(format string, args ...any) {
	r.fault = errors.Join(r.fault, fmt.Errorf(format, args...))
}

func (r *recorder) record(e event) {
	r.events = append(r.events, e)
	if r.during != nil {
		r.during()
	}
}

// texts returns the callbacks in order; initial adds are marked with a star.
func (r *recorder) texts() []string {
	var texts []string
	for _, e := range r.events {
		if e.initial {
			e.text += " *"
		}
		texts = append(texts, e.text)
	}
	return texts
}

// byKey returns the callbacks of each key in order.
func (r *recorder) byKey() map[string][]string {
	keys := map[string][]string{}
	for _, e := range r.events {
		keys[e.key] = append(keys[e.key], e.text)
	}
	return keys
}

// saw fails unless the callbacks were exactly want, in this order.
func (r *recorder) saw(t *testing.T, want ...string) {
	t.Helper()
	if got := r.texts(); !slices.Equal(got, want) {
		t.Errorf("the handler saw %q, want %q", got, want)
	}
}
