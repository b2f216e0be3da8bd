package fifotest

import (
	"fmt"
	"slices"
	"testing"

	"k8s.io/client-go/tools/cache"
)

var batchCases = []queueCase{
	{"KeysPopInOrder", keysPopInOrder},
	{"NoBatchHoldsAKeyTwice", noBatchHoldsAKeyTwice},
	{"BatchIsInitialAsAWholeOrNotAtAll", batchIsInitialAsAWholeOrNotAtAll},
	{"PoppedDeltasMayBeKept", poppedDeltasMayBeKept},
}

func keysPopInOrder(t *testing.T, s suite) {
	r := newRig(s)
	var want []string
	for i := range 2500 { // several chunks, several batches
		obj := newObject(fmt.Sprint("o", i), i)
		want = append(want, "add "+show(obj))
		must(t, r.Add(obj))
	}
	r.mustDrain(t)
	if got := r.seen.texts(); !slices.Equal(got, want) {
		t.Error("the order is another")
	}
}

// The rig checks every batch; here are keys in all positions.
func noBatchHoldsAKeyTwice(t *testing.T, s suite) {
	r := newRig(s)
	last := map[string]int{}
	for i := range 300 {
		key := fmt.Sprint("o", (i*i)%17)
		last[key] = i
		must(t, r.Add(newObject(key, i)))
	}
	r.mustDrain(t)
	for key, version := range last {
		if obj, _, _ := r.state.GetByKey(key); versionOf(obj) != version {
			t.Errorf("the store holds %s, want version %d", show(obj), version)
		}
	}
}

func batchIsInitialAsAWholeOrNotAtAll(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Replace([]any{newObject("a", 1), newObject("b", 2)}, "2"))
	must(t, r.Add(newObject("c", 3)))
	must(t, r.Add(newObject("d", 4)))
	r.mustDrain(t)
	r.seen.saw(t, "add a@1 *", "add b@2 *", "add c@3", "add d@4")
}

// A consumer may keep the slices that it was given; later pops do not write to
// them.
func poppedDeltasMayBeKept(t *testing.T, s suite) {
	r := newRig(s)
	var kept [][]cache.Delta
	keep := func(deltas []cache.Delta) error {
		kept = append(kept, deltas)
		return nil
	}
	r.Close()
	for i := range 4 {
		must(t, r.Add(newObject(fmt.Sprint("a", i), i)))
		must(t, r.Add(newObject(fmt.Sprint("b", i), i)))
		for {
			err := r.popWith(func(obj any, _ bool) error { return keep(obj.(cache.Deltas)) },
				func(deltas []cache.Delta, _ bool) error { return keep(deltas) })
			if err != nil {
				break
			}
		}
	}
	var got []string
	for _, delta := range slices.Concat(kept...) {
		got = append(got, show(delta.Object))
	}
	want := []string{"a0@0", "b0@0", "a1@1", "b1@1", "a2@2", "b2@2", "a3@3", "b3@3"}
	if !slices.Equal(got, want) {
		t.Errorf("kept %q, want %q", got, want)
	}
}
