package loopback_test

import (
	"strconv"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/loopback"
)

func pod(name string, version int) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name, ResourceVersion: strconv.Itoa(version)}}
}

// expected is two pods, and then an update of one and the other's end.
func expected() *loopback.Tally {
	var first, then loopback.Told
	first.Added.Add(loopback.Digest(pod("x", 1)))
	first.Added.Add(loopback.Digest(pod("y", 2)))
	then.Updated.Add(loopback.UpdateDigest(loopback.Digest(pod("x", 1)), loopback.Digest(pod("x", 3))))
	then.Deleted.Add(loopback.Digest(pod("y", 2)))
	return loopback.NewTally(first, then)
}

func TestATallyKnowsWhetherAllWasTold(t *testing.T) {
	for name, c := range map[string]struct {
		tell func(*loopback.Tally)
		want string // of the error; empty: none
	}{
		"all": {func(a *loopback.Tally) {
			a.OnAdd(pod("y", 2), true)
			a.OnAdd(pod("x", 1), true)
			a.OnUpdate(pod("x", 1), pod("x", 1)) // a relist has found it as it was
			a.OnDelete(cache.DeletedFinalStateUnknown{Key: "a/y", Obj: pod("y", 2)})
			a.OnUpdate(pod("x", 1), pod("x", 3))
		}, ""},
		"one twice": {func(a *loopback.Tally) {
			a.OnAdd(pod("x", 1), true)
			a.OnAdd(pod("x", 1), true)
		}, "told at first"},
		"another version": {func(a *loopback.Tally) {
			a.OnAdd(pod("x", 1), true)
			a.OnAdd(pod("y", 2), true)
			a.OnUpdate(pod("x", 1), pod("x", 4))
			a.OnDelete(pod("y", 2))
		}, "told later"},
		"one too many": {func(a *loopback.Tally) {
			a.OnAdd(pod("x", 1), true)
			a.OnAdd(pod("y", 2), true)
			a.OnUpdate(pod("x", 1), pod("x", 3))
			a.OnDelete(pod("y", 2))
			a.OnAdd(pod("z", 5), false)
		}, "told later"},
		"no object": {func(a *loopback.Tally) { a.OnAdd("x", true) }, "told at first"},
	} {
		a := expected()
		c.tell(a)
		err := a.Check("at first", "later")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// Who waits is told when the last expected call of a phase has come, and not before.
func TestATallyTellsWhenAPhaseIsOver(t *testing.T) {
	a := expected()
	over := func(phase int) bool {
		select {
		case <-a.Done(phase):
			return true
		default:
			return false
		}
	}
	a.OnAdd(pod("x", 1), true)
	if over(0) {
		t.Error("one of two calls was enough")
	}
	a.OnAdd(pod("y", 2), true)
	if !over(0) || over(1) || a.Calls() != 2 {
		t.Errorf("after both calls it counts %d and does not say so", a.Calls())
	}
	if err := a.Check("at first"); err != nil {
		t.Errorf("of a run that ended after the first phase: %v", err)
	}
	a.OnUpdate(pod("x", 1), pod("x", 3))
	a.OnDelete(pod("y", 2))
	if !over(1) || a.Calls() != 4 {
		t.Errorf("after all calls it counts %d and does not say so", a.Calls())
	}
}
