package syncbench

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// tally is the event handler. It adds up what it is told, first of the initial state and then of
// what the relist found changed, and tells when it has been told as much as it expects. An informer
// calls a handler from one goroutine, whose all fields are until the informer has stopped; the
// sends on the channels are after the writes that they tell of.
type tally struct {
	expect [2]int // calls of each phase
	phase  int
	told   [2]Told
	calls  int
	broken error // the first call that cannot be
	done   [2]chan time.Time
}

var _ cache.ResourceEventHandler = (*tally)(nil)

func newTally(o Outlook) *tally {
	return &tally{
		expect: [2]int{o.Initial.calls(), o.Relist.calls()},
		done:   [2]chan time.Time{make(chan time.Time, 1), make(chan time.Time, 1)},
	}
}

func (t *tally) OnAdd(obj any, _ bool) {
	if o := t.object(obj); o != nil {
		t.told[t.phase].Added.add(digestOf(o))
	}
	t.count()
}

// OnUpdate does not count updates to the version that was known: client-go's informer tells a handler
// without resyncs of each object that a relist has found as it was, ours does not.
func (t *tally) OnUpdate(old, obj any) {
	a, b := t.object(old), t.object(obj)
	if a != nil && b != nil && a.GetResourceVersion() == b.GetResourceVersion() {
		return
	}
	if a != nil && b != nil {
		t.told[t.phase].Updated.add(updateDigest(a, b))
	}
	t.count()
}

func (t *tally) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if o := t.object(obj); o != nil {
		t.told[t.phase].Deleted.add(digestOf(o))
	}
	t.count()
}

func (t *tally) object(obj any) metav1.Object {
	o, ok := obj.(metav1.Object)
	if !ok && t.broken == nil {
		t.broken = fmt.Errorf("the handler was given a %T, which is no object", obj)
	}
	return o
}

// count ends a phase at the last call that it expects; a further one counts in the next phase,
// or in the last, where it shows as one too many.
func (t *tally) count() {
	if t.calls++; t.calls != t.expect[t.phase] {
		return
	}
	t.done[t.phase] <- time.Now()
	if t.phase == 0 {
		t.phase, t.calls = 1, 0
	}
}

// check compares all that was told with what was to be told in so many phases; the informer
// must have stopped.
func (t *tally) check(o Outlook, phases int) error {
	want := [2]Told{o.Initial, o.Relist}
	if phases == 1 {
		want[1] = Told{}
	}
	for i, phase := range []string{"of the first state", "of what the relist found"} {
		if t.told[i] != want[i] {
			return fmt.Errorf("the handler was told %s %+v, want %+v", phase, t.told[i], want[i])
		}
	}
	return t.broken
}
