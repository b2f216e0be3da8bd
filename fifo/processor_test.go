package fifo_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

// log is a handler that writes down what it sees.
type log struct{ lines []string }

func (l *log) OnAdd(obj any, initial bool) { l.line("add", initial, obj) }
func (l *log) OnUpdate(old, obj any)       { l.line("update", false, old, obj) }
func (l *log) OnDelete(obj any)            { l.line("delete", false, obj) }

func (l *log) line(what string, initial bool, objs ...any) {
	for _, obj := range objs {
		what += show(cache.Delta{Object: obj}) // begins with a space
	}
	if initial {
		what += " *"
	}
	l.lines = append(l.lines, what)
}

func (l *log) want(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(l.lines, want) {
		t.Errorf("the handler saw %q, want %q", l.lines, want)
	}
	l.lines = nil
}

func newProcessor(objects ...any) (*fifo.Processor, *log) {
	state, handler := newState(), &log{}
	for _, obj := range objects {
		_ = state.Add(obj)
	}
	return &fifo.Processor{Handler: handler, State: state}, handler
}

func replacedAll(objects ...any) cache.Deltas {
	return cache.Deltas{{Type: cache.ReplacedAll, Object: cache.ReplacedAllInfo{ResourceVersion: "9", Objects: objects}}}
}

func TestProcessDecidesByTheState(t *testing.T) {
	p, handler := newProcessor(object("a", 1))
	must(t, p.Process(cache.Deltas{
		{Type: cache.Added, Object: object("a", 2)},
		{Type: cache.Updated, Object: object("b", 3)},
		{Type: cache.Replaced, Object: object("c", 4)},
		{Type: cache.Sync, Object: object("c", 4)},
		{Type: cache.Deleted, Object: tombstone("a", nil)},
	}, true))
	handler.want(t, "update a@1 a@2", "add b@3 *", "add c@4 *", "update c@4 c@4", "delete †")
}

func TestProcessReplacesTheStateBeforeItTells(t *testing.T) {
	p, handler := newProcessor(object("gone", 1), object("b", 2))
	list := []any{object("c", 3), object("b", 4), object("a", 5)}
	seen := 0
	p.Handler = cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { seen++; handler.OnAdd(obj, false) },
		UpdateFunc: handler.OnUpdate,
		DeleteFunc: func(obj any) {
			if got := len(p.State.ListKeys()); got != 3 {
				t.Errorf("the state holds %d objects in the first callback", got)
			}
			handler.OnDelete(obj)
		},
	}
	must(t, p.Process(replacedAll(list...), false))
	handler.want(t, "delete †gone@1", "add c@3", "update b@2 b@4", "add a@5")
	if got := p.State.LastStoreSyncResourceVersion(); got != "9" {
		t.Errorf("the state is current as of %q", got)
	}
}

func TestProcessShowsDuplicatesOfAListAsUpdates(t *testing.T) {
	for _, before := range [][]any{nil, {object("z", 1)}} {
		p, handler := newProcessor(before...)
		must(t, p.Process(replacedAll(object("a", 2), object("b", 3), object("a", 4), object("z", 5)), true))
		last := "add z@5 *"
		if before != nil {
			last = "update z@1 z@5"
		}
		handler.want(t, "add a@2 *", "add b@3 *", "update a@2 a@4", last)
	}
}

// ownerStore does with the list what a store may do that owns it.
type ownerStore struct{ cache.Store }

func (s ownerStore) Replace(list []any, version string) error {
	err := s.Store.Replace(list, version)
	clear(list)
	return err
}

func TestProcessLeavesTheListToTheState(t *testing.T) {
	for _, before := range [][]any{nil, {object("z", 1)}} {
		p, handler := newProcessor(before...)
		p.State = ownerStore{p.State}
		must(t, p.Process(replacedAll(object("a", 2), object("z", 3)), false))
		if got := strings.Join(handler.lines, ","); !strings.Contains(got, "a@2") || !strings.Contains(got, "z@3") {
			t.Errorf("the handler saw %q", handler.lines)
		}
	}
}

// leavingStore says that it is no such store, and remembers the list.
type leavingStore struct {
	cache.Store
	got *[]any
}

func (s leavingStore) LeavesList() {}

func (s leavingStore) Replace(list []any, version string) error {
	*s.got = list
	return s.Store.Replace(slices.Clone(list), version)
}

func TestProcessCopiesNoListForAStateThatLeavesIt(t *testing.T) {
	for _, before := range [][]any{nil, {object("z", 1)}} {
		p, handler := newProcessor(before...)
		list, got := []any{object("c", 2), object("a", 3)}, []any(nil)
		p.State = leavingStore{p.State, &got}
		must(t, p.Process(replacedAll(list...), false))
		if len(got) != 2 || &got[0] != &list[0] {
			t.Error("the state got another list")
		}
		if seen := strings.Join(handler.lines, ","); !strings.HasSuffix(seen, "add c@2,add a@3") {
			t.Errorf("the handler saw %q", seen)
		}
	}
}

func TestProcessSyncsAndBookmarks(t *testing.T) {
	p, handler := newProcessor(object("a", 1))
	must(t, p.Process(cache.Deltas{
		{Type: cache.SyncAll, Object: cache.SyncAllInfo{}},
		{Type: cache.Bookmark, Object: cache.BookmarkInfo{ResourceVersion: "7"}},
	}, false))
	handler.want(t, "update a@1 a@1")
	if got := p.State.LastStoreSyncResourceVersion(); got != "7" {
		t.Errorf("the state is current as of %q", got)
	}
}

func TestProcessAppliesWhatItCan(t *testing.T) {
	p, handler := newProcessor()
	err := p.Process(cache.Deltas{
		{Type: cache.Added, Object: "no key"},
		{Type: "Strange", Object: object("a", 1)},
		{Type: cache.ReplacedAll, Object: "no info"},
		{Type: cache.Added, Object: object("b", 2)},
	}, false)
	var keyError cache.KeyError
	if !errors.As(err, &keyError) || !strings.Contains(err.Error(), "Strange") || !strings.Contains(err.Error(), "ReplacedAll") {
		t.Errorf("returned %v", err)
	}
	handler.want(t, "add b@2")
	if p.Process("not deltas", false) == nil {
		t.Error("a string was processed")
	}
}

func TestProcessChangesNothingForAListWithABadObject(t *testing.T) {
	for _, before := range [][]any{nil, {object("z", 1)}} {
		p, handler := newProcessor(before...)
		var keyError cache.KeyError
		if err := p.Process(replacedAll(object("a", 1), "no key"), false); !errors.As(err, &keyError) {
			t.Errorf("returned %v", err)
		}
		handler.want(t)
		if got := len(p.State.ListKeys()); got != len(before) {
			t.Errorf("the state holds %d objects", got)
		}
	}
}

func TestProcessorComputesKeysWithItsKeyFunc(t *testing.T) {
	byVersion := func(obj any) (string, error) {
		return obj.(metav1.Object).GetResourceVersion(), nil
	}
	handler := &log{}
	p := &fifo.Processor{Handler: handler, State: cache.NewStore(byVersion), KeyFunc: byVersion}
	must(t, p.Process(replacedAll(object("a", 1), object("a", 2)), false))
	must(t, p.Process(replacedAll(object("b", 2)), false))
	handler.want(t, "add a@1", "add a@2", fmt.Sprint("delete †", "a@1"), "update a@2 b@2")
}

// A watch that repeats itself must not show a handler a delete after a delete.
func TestARepeatedDeletionIsNotTold(t *testing.T) {
	deletions := []cache.Delta{
		{Type: cache.Deleted, Object: object("a", 2)},
		{Type: cache.Deleted, Object: object("a", 2)},
		{Type: cache.Deleted, Object: tombstone("never", nil)},
		{Type: cache.Added, Object: object("b", 3)},
		{Type: cache.Deleted, Object: object("b", 4)},
		{Type: cache.Deleted, Object: object("b", 4)},
	}
	p, handler := newProcessor(object("a", 1))
	must(t, p.Process(cache.Deltas(deletions), false))
	handler.want(t, "delete a@2", "add b@3", "delete b@4")

	p, handler = newProcessor(object("a", 1))
	must(t, p.ProcessBatch(deletions, false))
	handler.want(t, "delete a@2", "add b@3", "delete b@4")
}
