package fifotest

import (
	"errors"
	"fmt"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

var requeueCases = []queueCase{
	{"RequeueReturnsTheReason", requeueReturnsTheReason},
	{"RequeuedDeltasComeBeforeNewerOnes", requeuedDeltasComeBeforeNewerOnes},
	{"RequeuedInitialDeltasStillCount", requeuedInitialDeltasStillCount},
}

// refuse pops once and has everything put back.
func (r *rig) refuse(reason error) error {
	err := fmt.Errorf("wrapped: %w", fifo.ErrRequeue{Err: reason})
	return r.popWith(func(any, bool) error { return err }, func([]cache.Delta, bool) error { return err })
}

func requeueReturnsTheReason(t *testing.T, s suite) {
	r := newRig(s)
	r.Close() // a queue that puts nothing back then fails and does not hang
	must(t, r.Add(newObject("a", 1)))
	must(t, r.Add(newObject("b", 1)))
	reason := errors.New("not now")
	if err := r.refuse(reason); err != reason {
		t.Errorf("pop returned %v", err)
	}
	must(t, r.refuse(nil))
	r.mustDrain(t)
	if len(r.seen.events) != 2 {
		t.Errorf("the handler saw %q", r.seen.texts())
	}
}

func requeuedDeltasComeBeforeNewerOnes(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(newObject("a", 1)))
	must(t, r.Add(newObject("b", 1)))
	for version := 2; version < 5; version++ {
		must(t, r.refuse(nil))
		must(t, r.Update(newObject("a", version)))
		must(t, r.Update(newObject("b", version)))
	}
	must(t, r.Delete(newObject("b", 5)))
	must(t, r.refuse(nil))
	must(t, r.Replace([]any{newObject("a", 6)}, "6"))
	r.mustDrain(t) // the recorder refuses an older version after a newer one
	r.holds(t, "a@6")
}

func requeuedInitialDeltasStillCount(t *testing.T, s suite) {
	r := newRig(s)
	r.Close()
	must(t, r.Replace([]any{newObject("a", 1), newObject("b", 2)}, "2"))
	for range 3 {
		must(t, r.refuse(nil))
		if r.HasSynced() {
			t.Fatal("synced though nothing was processed")
		}
	}
	must(t, r.Add(newObject("c", 3)))
	r.mustDrain(t)
	if !r.HasSynced() {
		t.Error("not synced")
	}
	for _, e := range r.seen.events {
		if e.initial != (e.key != "c") {
			t.Errorf("%q: initial is %v", e.text, e.initial)
		}
	}
}
