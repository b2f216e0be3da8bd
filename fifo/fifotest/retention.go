package fifotest

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"
)

var retentionCases = []queueCase{
	{"PoppedObjectsAreReleased", poppedObjectsAreReleased},
	{"PoppedListsAreReleased", poppedListsAreReleased},
	{"ProcessedObjectsAreReleased", processedObjectsAreReleased},
}

// watched returns an object and a channel that is closed when the collector has
// found that nothing refers to it.
//
//go:noinline
func watched(name string, version int) (*object, <-chan struct{}) {
	obj, gone := newObject(name, version), make(chan struct{})
	runtime.AddCleanup(obj, func(gone chan struct{}) { close(gone) }, gone)
	return obj, gone
}

// wantReleased collects until the object is gone: one collection may find a pointer in a register that nobody uses any
// more, and the cleanup runs on a goroutine of its own. The deadline only guards against a hang.
func wantReleased(t *testing.T, r *rig, gone <-chan struct{}) {
	t.Helper()
	defer runtime.KeepAlive(r)
	for begin := time.Now(); time.Since(begin) < 20*time.Second; {
		runtime.GC()
		select {
		case <-gone:
			return
		case <-time.After(time.Millisecond):
		}
	}
	t.Error("something keeps the object")
}

// discardTo pops, and forgets what it pops, until the key target was popped.
func (r *rig) discardTo(t *testing.T) {
	t.Helper()
	for found := false; !found; {
		look := func(deltas []cache.Delta) error {
			found = found || slices.ContainsFunc(deltas, isTarget)
			return nil
		}
		must(t, r.popWith(func(obj any, _ bool) error { return look(obj.(cache.Deltas)) },
			func(deltas []cache.Delta, _ bool) error { return look(deltas) }))
	}
}

func isTarget(delta cache.Delta) bool {
	if info, ok := delta.Object.(cache.ReplacedAllInfo); ok {
		return keyOf(info.Objects[0]) == "target"
	}
	return keyOf(delta.Object) == "target"
}

// No slot and no buffer keeps a popped object while the queue lives on with
// others (kubernetes/kubernetes#105031).
func poppedObjectsAreReleased(t *testing.T, s suite) {
	r := newRig(s)
	push := func() <-chan struct{} {
		obj, gone := watched("target", 1)
		must(t, r.Add(obj))
		return gone
	}
	must(t, r.Add(newObject("first", 1)))
	gone := push()
	must(t, r.Add(newObject("second", 2)))
	must(t, r.Add(newObject("again", 3)))
	must(t, r.Add(newObject("again", 4))) // several deltas of a key end a batch
	r.discardTo(t)
	wantReleased(t, r, gone)
	r.mustDrain(t)
	if len(r.seen.events) == 0 {
		t.Error("the queue was empty before the collection")
	}
}

func poppedListsAreReleased(t *testing.T, s suite) {
	r := newRig(s)
	push := func() <-chan struct{} {
		obj, gone := watched("target", 1)
		must(t, r.Replace([]any{obj, newObject("other", 2)}, "2"))
		return gone
	}
	gone := push()
	must(t, r.Add(newObject("rest", 3)))
	must(t, r.Add(newObject("rest", 4)))
	r.discardTo(t)
	wantReleased(t, r, gone)
	r.mustDrain(t)
	if len(r.seen.events) == 0 {
		t.Error("the queue was empty before the collection")
	}
}

// The processor's buffers keep nothing, neither the old objects nor the new.
func processedObjectsAreReleased(t *testing.T, s suite) {
	r := newRig(s)
	push := func() (added, deleted <-chan struct{}) {
		obj, added := watched("target", 1)
		must(t, r.Add(obj))
		must(t, r.Add(newObject("other", 2)))
		r.mustDrain(t)
		obj, deleted = watched("target", 3)
		must(t, r.Delete(obj))
		must(t, r.Update(newObject("other", 4)))
		r.mustDrain(t)
		return added, deleted
	}
	added, deleted := push()
	must(t, r.Add(newObject("rest", 5)))
	wantReleased(t, r, added)
	wantReleased(t, r, deleted)
}
