package fifotest

import (
	"errors"
	"testing"

	"k8s.io/client-go/tools/cache"
)

var failureCases = []queueCase{
	{"BadObjectIsRefusedWhole", badObjectIsRefusedWhole},
	{"ProcessErrorIsReturned", processErrorIsReturned},
	{"PanicLeavesTheQueueUsable", panicLeavesTheQueueUsable},
}

func badObjectIsRefusedWhole(t *testing.T, s suite) {
	r := newRig(s)
	for call, err := range map[string]error{
		"Add": r.Add("bad"), "Update": r.Update("bad"), "Delete": r.Delete("bad"),
		"Replace": r.Replace([]any{newObject("a", 1), "bad"}, "1"),
	} {
		var keyError cache.KeyError
		if !errors.As(err, &keyError) {
			t.Errorf("%s returned %v", call, err)
		}
	}
	if r.HasSynced() {
		t.Error("synced by what was refused")
	}
	r.mustDrain(t)
	r.seen.saw(t)
}

func processErrorIsReturned(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(newObject("a", 1)))
	must(t, r.Add(newObject("b", 1)))
	failure := errors.New("failed")
	err := r.popWith(func(any, bool) error { return failure }, func([]cache.Delta, bool) error { return failure })
	if !errors.Is(err, failure) {
		t.Errorf("pop returned %v", err)
	}
	r.mustDrain(t)
	if got := r.seen.byKey()["a"]; got != nil {
		t.Errorf("what failed came again: %q", got)
	}
}

func panicLeavesTheQueueUsable(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Replace([]any{newObject("a", 1)}, "1"))
	within(t, func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic did not pass through")
			}
		}()
		_ = r.popWith(func(any, bool) error { panic("process") }, func([]cache.Delta, bool) error { panic("batch") })
	})
	within(t, func() {
		if !r.HasSynced() {
			t.Error("never synced after a panic on an initial object")
		}
		if err := errors.Join(r.Add(newObject("b", 2)), r.drain()); err != nil {
			t.Error(err)
		}
	})
	r.seen.saw(t, "add b@2")
}
