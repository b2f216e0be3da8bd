package informerbench

import (
	"fmt"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// tally is the event handler: it counts, lets the next update go, and keeps what each pod was
// last seen as. An informer calls a handler from one goroutine; broken and seen are that one's until
// the informer has stopped or nothing is in flight.
type tally struct {
	seen  []*corev1.Pod // by ordinal
	added int
	// all is closed when each pod was added. What the handler wrote until then is seen by whoever waits for it.
	all    chan struct{}
	broken error // the first call that contradicts what was seen
	// flight holds an entry for each update that is in flight. The handler's receive is after its
	// write to seen, so whoever then gets a place in flight sees that write.
	flight chan struct{}
	writes atomic.Int64 // updates seen
}

var _ cache.ResourceEventHandler = (*tally)(nil)

func newTally(pods int) *tally {
	return &tally{seen: make([]*corev1.Pod, pods), all: make(chan struct{}), flight: make(chan struct{}, InFlight)}
}

func (t *tally) OnAdd(obj any, _ bool) {
	i := ordinalOf(obj)
	if t.seen[i] != nil {
		t.contradiction("pod %d was added twice", i)
	}
	t.seen[i] = obj.(*corev1.Pod)
	if t.added++; t.added == len(t.seen) {
		close(t.all)
	}
}

// OnUpdate demands that each update begins where the one before has ended: a lost or overtaken
// one does not.
func (t *tally) OnUpdate(old, obj any) {
	i := ordinalOf(obj)
	if t.seen[i] != old.(*corev1.Pod) {
		t.contradiction("the update of pod %d to version %s is not from the version seen before", i, obj.(*corev1.Pod).ResourceVersion)
	}
	t.seen[i] = obj.(*corev1.Pod)
	t.writes.Add(1)
	<-t.flight
}

func (t *tally) OnDelete(any) { t.contradiction("a pod was deleted; none is") }

func (t *tally) contradiction(format string, args ...any) {
	if t.broken == nil {
		t.broken = fmt.Errorf("handler: "+format, args...)
	}
}
