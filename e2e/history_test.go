package e2e_test

import (
	"fmt"
	"strconv"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

// history is a handler that judges what it hears, key by key: an add when nothing was there, then updates
// from what was there to something not older, then a delete. Versions of one server are numbers that rise,
// so what came back from the past is seen, too. mu guards all of it, since the test reads while calls come.
type history struct {
	mu       sync.Mutex
	present  map[string]version
	deleted  map[string]uint64 // the last version of what is gone
	adds     int
	updates  int
	deletes  int
	unseen   int // of the deletes, those whose last state was not seen
	problems []string
}

type version struct {
	uid    types.UID
	number uint64
}

const maxProblems = 10

func newHistory() *history {
	return &history{present: map[string]version{}, deleted: map[string]uint64{}}
}

var _ cache.ResourceEventHandler = (*history)(nil)

func (h *history) OnAdd(object any, _ bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.adds++
	key, now := h.read(object)
	if was, ok := h.present[key]; ok {
		h.problem("%s was added as %v, and was there as %v", key, now, was)
	}
	if gone := h.deleted[key]; now.number <= gone {
		h.problem("%s was added as %v, after its deletion at %d", key, now, gone)
	}
	h.present[key] = now
}

func (h *history) OnUpdate(old, object any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.updates++
	key, now := h.read(object)
	_, from := h.read(old)
	was, ok := h.present[key]
	switch {
	case !ok:
		h.problem("%s was updated to %v, and was not there", key, now)
	case was != from:
		h.problem("%s was updated from %v, and was there as %v", key, from, was)
	case now.number < was.number:
		h.problem("%s went back from %v to %v", key, was, now)
	}
	h.present[key] = now
}

func (h *history) OnDelete(object any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.deletes++
	if tombstone, ok := object.(cache.DeletedFinalStateUnknown); ok {
		h.unseen++
		object = tombstone.Obj
	}
	key, now := h.read(object)
	was, ok := h.present[key]
	switch {
	case !ok:
		h.problem("%s was deleted as %v, and was not there", key, now)
	case now.number < was.number:
		h.problem("%s was deleted as %v, and was there as %v", key, now, was)
	}
	delete(h.present, key)
	h.deleted[key] = now.number
}

func (h *history) read(object any) (string, version) {
	m, err := meta.Accessor(object)
	if err != nil {
		h.problem("a handler got %T: %v", object, err)
		return "", version{}
	}
	number, err := strconv.ParseUint(m.GetResourceVersion(), 10, 64)
	if err != nil {
		h.problem("%s/%s has the version %q", m.GetNamespace(), m.GetName(), m.GetResourceVersion())
	}
	return m.GetNamespace() + "/" + m.GetName(), version{m.GetUID(), number}
}

func (h *history) problem(format string, args ...any) {
	if len(h.problems) < maxProblems {
		h.problems = append(h.problems, fmt.Sprintf(format, args...))
	}
}

// arrived says whether the calls so far have led to what there is in the end. It may be asked again.
func (h *history) arrived(final map[string]version) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for key, want := range final {
		if have, ok := h.present[key]; !ok || have != want {
			return fmt.Errorf("%s is %v, and the handler knows %v", key, want, have)
		}
	}
	for key, have := range h.present {
		if _, ok := final[key]; !ok {
			return fmt.Errorf("%s is gone, and the handler knows %v", key, have)
		}
	}
	return nil
}

// check fails the test if a call was wrong on the way.
func (h *history) check(t *testing.T, who string) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, problem := range h.problems {
		t.Errorf("%s: the handler was told that %s", who, problem)
	}
}

// versionsOf reads what a handler is to know of the objects in the end.
func versionsOf[T any](objects map[string]T) map[string]version {
	versions, reader := map[string]version{}, newHistory()
	for key, object := range objects {
		_, versions[key] = reader.read(object)
	}
	return versions
}
