package fifotest

import (
	"errors"
	"testing"

	"k8s.io/client-go/tools/cache"
)

var transformCases = []queueCase{
	{"TransformRunsOncePerObject", transformRunsOncePerObject},
	{"FailingTransformLeavesTheQueue", failingTransformLeavesTheQueue},
}

func newTransformingRig(t *testing.T, s suite, transform cache.TransformFunc) *rig {
	t.Helper()
	if s.newTransforming == nil {
		t.Skip("no transforming queue given")
	}
	r := newRigWith(s, func(known cache.KeyListerGetter) cache.QueueWithBatch {
		return s.newTransforming(known, transform)
	})
	if q, ok := r.QueueWithBatch.(cache.TransformingStore); ok && q.Transformer() == nil {
		t.Error("the queue does not tell of its transform")
	}
	return r
}

// Once for each object from the server, never on tombstones or a resync
// (kubernetes/kubernetes#124337).
func transformRunsOncePerObject(t *testing.T, s suite) {
	calls := 0
	r := newTransformingRig(t, s, func(obj any) (any, error) {
		calls++
		copied := obj.(*object).DeepCopy()
		copied.Labels = map[string]string{"transformed": copied.Labels["transformed"] + "x"}
		return copied, nil
	})
	must(t, r.Replace([]any{newObject("a", 1), newObject("b", 2)}, "2"))
	must(t, r.Add(newObject("c", 3)))
	must(t, r.Update(newObject("c", 4)))
	must(t, r.Delete(newObject("c", 5)))
	r.mustDrain(t)
	must(t, r.Resync())
	must(t, r.Delete(cache.DeletedFinalStateUnknown{Key: "b", Obj: newObject("b", 2)}))
	r.mustDrain(t)
	must(t, r.Replace(nil, "6"))
	r.mustDrain(t)
	if calls != 5 {
		t.Errorf("the transform ran %d times, want 5", calls)
	}
	must(t, r.Replace([]any{newObject("a", 7)}, "7"))
	r.mustDrain(t)
	obj, _, _ := r.state.GetByKey("a")
	if o, ok := obj.(*object); !ok || o.Labels["transformed"] != "x" {
		t.Errorf("the store holds %v", obj)
	}
}

// The caller is told, and nothing of the call takes effect: never half a list,
// never a silent hole (kubernetes/kubernetes#124337).
func failingTransformLeavesTheQueue(t *testing.T, s suite) {
	failure := errors.New("transform failed")
	r := newTransformingRig(t, s, func(obj any) (any, error) {
		if obj.(*object).Name == "bad" {
			return nil, failure
		}
		return obj, nil
	})
	list := []any{newObject("a", 1), newObject("bad", 2), newObject("c", 3)}
	for call, err := range map[string]error{
		"Add": r.Add(list[1]), "Update": r.Update(list[1]), "Replace": r.Replace(list, "3"),
	} {
		if !errors.Is(err, failure) {
			t.Errorf("%s returned %v", call, err)
		}
	}
	if r.HasSynced() {
		t.Error("synced by what was refused")
	}
	r.mustDrain(t)
	r.seen.saw(t)
	must(t, r.Add(newObject("d", 4)))
	r.mustDrain(t)
	r.seen.saw(t, "add d@4")
}
