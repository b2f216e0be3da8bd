package loopback

import (
	"fmt"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// Tally is an event handler of two phases. It adds up what it is told in each, and tells when it has been told as much as it
// expects. An informer calls a handler from one goroutine, whose all fields but calls are until the informer has stopped; the
// sends on the channels are after the writes that they tell of.
type Tally struct {
	want   [2]Told
	phase  int
	told   [2]Told
	count  int          // calls of this phase
	calls  atomic.Int64 // of both phases, for who looks on; it orders nothing
	broken error        // the first call that cannot be
	done   [2]chan time.Time
}

var _ cache.ResourceEventHandler = (*Tally)(nil)

// NewTally expects first, and after all of it then.
func NewTally(first, then Told) *Tally {
	return &Tally{want: [2]Told{first, then}, done: [2]chan time.Time{make(chan time.Time, 1), make(chan time.Time, 1)}}
}

// Done is the channel on which the time of the last expected call of phase 0 or 1 comes, once.
func (t *Tally) Done(phase int) <-chan time.Time { return t.done[phase] }

// Calls is how many expected calls there have been so far. It is safe for concurrent use.
func (t *Tally) Calls() int64 { return t.calls.Load() }

func (t *Tally) OnAdd(obj any, _ bool) {
	if o := t.object(obj); o != nil {
		t.told[t.phase].Added.Add(Digest(o))
	}
	t.called()
}

// OnUpdate does not count updates to the version that was known: client-go's informer tells a handler
// without resyncs of each object that a relist has found as it was, ours does not.
func (t *Tally) OnUpdate(old, obj any) {
	a, b := t.object(old), t.object(obj)
	if a != nil && b != nil && a.GetResourceVersion() == b.GetResourceVersion() {
		return
	}
	if a != nil && b != nil {
		t.told[t.phase].Updated.Add(UpdateDigest(Digest(a), Digest(b)))
	}
	t.called()
}

func (t *Tally) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if o := t.object(obj); o != nil {
		t.told[t.phase].Deleted.Add(Digest(o))
	}
	t.called()
}

func (t *Tally) object(obj any) metav1.Object {
	o, ok := obj.(metav1.Object)
	if !ok && t.broken == nil {
		t.broken = fmt.Errorf("the handler was given a %T, which is no object", obj)
	}
	return o
}

// called ends a phase at the last call that it expects; a further one counts in the next phase,
// or in the last, where it shows as one too many.
func (t *Tally) called() {
	t.calls.Add(1)
	if t.count++; t.count != t.want[t.phase].Calls() {
		return
	}
	t.done[t.phase] <- time.Now()
	if t.phase == 0 {
		t.phase, t.count = 1, 0
	}
}

// Check compares all that was told with what was to be told in the phases that there were, which it names so in the error.
// The informer must have stopped.
func (t *Tally) Check(phases ...string) error {
	for i, want := range t.want {
		name := "after that"
		if i < len(phases) {
			name = phases[i]
		} else {
			want = Told{}
		}
		if t.told[i] != want {
			return fmt.Errorf("the handler was told %s %+v, want %+v", name, t.told[i], want)
		}
	}
	return t.broken
}
