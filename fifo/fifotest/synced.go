package fifotest

import (
	"fmt"
	"testing"

	"k8s.io/client-go/tools/cache"
)

var syncedCases = []queueCase{
	{"SyncedAfterTheLastInitialCallback", syncedAfterTheLastInitialCallback},
	{"SyncedByAnEmptyList", syncedByAnEmptyList},
	{"SyncedAtOnceWhenAWriteComesFirst", syncedAtOnceWhenAWriteComesFirst},
	{"SyncedStaysTrue", syncedStaysTrue},
	{"InitialListIsFlagged", initialListIsFlagged},
}

// done asks the checker, which takes no lock and so works in a callback.
func done(q cache.Queue) bool {
	return cache.IsDone(q.HasSyncedChecker())
}

// kubernetes/kubernetes#31755.
func syncedAfterTheLastInitialCallback(t *testing.T, s suite) {
	r := newRig(s)
	r.seen.during = func() {
		if done(r) {
			t.Errorf("synced during callback %d of 3", len(r.seen.events))
		}
	}
	must(t, r.Replace([]any{newObject("a", 1), newObject("b", 2), newObject("c", 3)}, "3"))
	for len(r.seen.events) < 3 {
		if done(r) || r.HasSynced() {
			t.Fatalf("synced after %d callbacks of 3", len(r.seen.events))
		}
		must(t, r.pop())
	}
	if !done(r) || !r.HasSynced() {
		t.Error("not synced after the last callback")
	}
	must(t, r.fault)
}

func syncedByAnEmptyList(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Replace([]any{}, "1"))
	r.mustDrain(t)
	if !r.HasSynced() || !done(r) {
		t.Error("not synced")
	}
}

func syncedAtOnceWhenAWriteComesFirst(t *testing.T, s suite) {
	for name, write := range map[string]func(cache.Queue) error{
		"Add":    func(q cache.Queue) error { return q.Add(newObject("a", 1)) },
		"Update": func(q cache.Queue) error { return q.Update(newObject("a", 1)) },
		"Delete": func(q cache.Queue) error { return q.Delete(newObject("a", 1)) },
	} {
		r := newRig(s)
		if r.HasSynced() {
			t.Error("synced when made")
		}
		must(t, write(r))
		if !r.HasSynced() || !done(r) {
			t.Errorf("not synced after %s", name)
		}
	}
}

func syncedStaysTrue(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Replace([]any{newObject("a", 1)}, "1"))
	r.mustDrain(t)
	check := func(when string) {
		if !r.HasSynced() || !done(r) {
			t.Errorf("not synced %s", when)
		}
	}
	check("after the first list")
	r.seen.during = func() {
		if !done(r) {
			t.Error("not synced in a later callback")
		}
	}
	must(t, r.Replace([]any{newObject("a", 2), newObject("b", 3)}, "3"))
	check("after a second list")
	r.mustDrain(t)
	check("at the end")
}

func initialListIsFlagged(t *testing.T, s suite) {
	r := newRig(s)
	var first []any
	for i := range 3 {
		first = append(first, newObject(fmt.Sprint("a", i), i))
	}
	must(t, r.Replace(first, "3"))
	must(t, r.Add(newObject("b", 4)))
	r.mustDrain(t)
	must(t, r.Replace(append(first, newObject("b", 4), newObject("c", 5)), "5"))
	r.mustDrain(t)
	for _, e := range r.seen.events {
		if want := e.key[0] == 'a' && e.text[:3] == "add"; e.initial != want {
			t.Errorf("%q: initial is %v", e.text, e.initial)
		}
	}
}
