package fifo_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

func object(name string, version int) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{
		Name: name, ResourceVersion: strconv.Itoa(version),
	}}
}

func tombstone(key string, obj any) cache.DeletedFinalStateUnknown {
	return cache.DeletedFinalStateUnknown{Key: key, Obj: obj}
}

func newState() cache.Indexer {
	return cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, cache.Indexers{})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func show(delta cache.Delta) string {
	obj, prefix := delta.Object, ""
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj, prefix = t.Obj, "†"
	}
	if o, ok := obj.(*metav1.PartialObjectMetadata); ok {
		return fmt.Sprint(delta.Type, " ", prefix, o.Name, "@", o.ResourceVersion)
	}
	return fmt.Sprint(delta.Type, " ", prefix)
}

// popAll closes q and returns the deltas of each pop in readable form.
func popAll(t *testing.T, q cache.Queue) [][]string {
	t.Helper()
	q.Close()
	var all [][]string
	for {
		_, err := q.Pop(func(obj any, _ bool) error {
			var texts []string
			for _, delta := range obj.(cache.Deltas) {
				texts = append(texts, show(delta))
			}
			all = append(all, texts)
			return nil
		})
		if errors.Is(err, cache.ErrFIFOClosed) {
			return all
		}
		must(t, err)
	}
}

func wantPops(t *testing.T, q cache.Queue, want ...[]string) {
	t.Helper()
	if got := popAll(t, q); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("popped %q, want %q", got, want)
	}
}

func TestDeltaFIFOKeepsDeltasOfAKeyTogether(t *testing.T) {
	f := fifo.NewDeltaFIFO(newState(), fifo.Options{})
	must(t, f.Add(object("a", 1)))
	must(t, f.Add(object("b", 2)))
	must(t, f.Update(object("a", 3)))
	must(t, f.Delete(object("a", 4)))
	must(t, f.Add(object("a", 5)))
	if f.Len() != 2 {
		t.Errorf("%d keys queued, want 2", f.Len())
	}
	wantPops(t, f, []string{"Added a@1", "Updated a@3", "Deleted a@4", "Added a@5"}, []string{"Added b@2"})
}

func TestDeltaFIFOMergesDeletesIntoTheBetterOne(t *testing.T) {
	cases := map[string]struct {
		deletes []any
		want    string
	}{
		"object before tombstone":                  {[]any{object("a", 2), tombstone("a", object("a", 1))}, "Deleted a@2"},
		"tombstone before object":                  {[]any{tombstone("a", object("a", 1)), object("a", 2)}, "Deleted a@2"},
		"two objects":                              {[]any{object("a", 2), object("a", 3)}, "Deleted a@2"},
		"two tombstones":                           {[]any{tombstone("a", object("a", 1)), tombstone("a", object("a", 2))}, "Deleted †a@2"},
		"tombstone with object before one without": {[]any{tombstone("a", object("a", 1)), tombstone("a", nil)}, "Deleted †a@1"},
		"tombstone with object after one without":  {[]any{tombstone("a", nil), tombstone("a", object("a", 1))}, "Deleted †a@1"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			state := newState()
			must(t, state.Add(object("a", 1)))
			f := fifo.NewDeltaFIFO(state, fifo.Options{})
			for _, obj := range c.deletes {
				must(t, f.Delete(obj))
			}
			wantPops(t, f, []string{c.want})
		})
	}
}

func TestDeltaFIFOIgnoresDeleteOfUnknownKey(t *testing.T) {
	for name, known := range map[string]cache.KeyListerGetter{"no known objects": nil, "a store": newState()} {
		f := fifo.NewDeltaFIFO(known, fifo.Options{})
		must(t, f.Delete(object("a", 1)))
		must(t, f.Add(object("b", 2)))
		must(t, f.Delete(object("b", 3)))
		wantPops(t, f, []string{"Added b@2", "Deleted b@3"})
		if !f.HasSynced() {
			t.Errorf("%s: not synced", name)
		}
	}
}

func TestDeltaFIFOReplaceTellsWhatIsGone(t *testing.T) {
	state := newState()
	must(t, state.Add(object("known", 1)))
	must(t, state.Add(object("deleted", 2)))
	f := fifo.NewDeltaFIFO(state, fifo.Options{})
	must(t, f.Delete(tombstone("deleted", object("deleted", 2))))
	must(t, f.Add(object("queued", 3)))
	must(t, f.Replace([]any{object("new", 4)}, "4"))
	wantPops(t, f,
		[]string{"Deleted †deleted@2"}, []string{"Added queued@3", "Deleted †queued@3"},
		[]string{"Replaced new@4"}, []string{"Deleted †known@1"})
}

func TestDeltaFIFOResyncSkipsQueuedKeys(t *testing.T) {
	state := newState()
	must(t, state.Add(object("a", 1)))
	must(t, state.Add(object("b", 2)))
	f := fifo.NewDeltaFIFO(state, fifo.Options{})
	must(t, f.Update(object("a", 3)))
	must(t, f.Resync())
	wantPops(t, f, []string{"Updated a@3"}, []string{"Sync b@2"})
	must(t, fifo.NewDeltaFIFO(nil, fifo.Options{}).Resync())
}

func TestDeltaFIFORequeuesBehindOtherKeys(t *testing.T) {
	f := fifo.NewDeltaFIFO(newState(), fifo.Options{})
	must(t, f.Add(object("a", 1)))
	must(t, f.Delete(object("a", 2)))
	must(t, f.Add(object("b", 3)))
	popped, err := f.Pop(func(any, bool) error { return fifo.ErrRequeue{} })
	must(t, err)
	must(t, f.Delete(tombstone("a", nil)))
	must(t, f.Update(object("a", 4)))
	if got := len(popped.(cache.Deltas)); got != 2 {
		t.Errorf("the popped deltas are %d by now", got)
	}
	wantPops(t, f, []string{"Added b@3"}, []string{"Added a@1", "Deleted a@2", "Updated a@4"})
}

// Batches have one delta a key; several deltas go alone.
func TestDeltaFIFOBatchEndsBeforeAKeyWithSeveralDeltas(t *testing.T) {
	f := fifo.NewDeltaFIFO(newState(), fifo.Options{BatchSize: 2})
	for _, name := range []string{"a", "b", "c", "d", "d", "e"} {
		must(t, f.Add(object(name, 1)))
	}
	f.Close()
	var sizes []int
	for {
		err := f.PopBatch(
			func(deltas []cache.Delta, _ bool) error { sizes = append(sizes, len(deltas)); return nil },
			func(obj any, _ bool) error { sizes = append(sizes, -len(obj.(cache.Deltas))); return nil })
		if err != nil {
			break
		}
	}
	if want := []int{2, -1, -2, -1}; !slices.Equal(sizes, want) {
		t.Errorf("batches (single pops negative) %v, want %v", sizes, want)
	}
}

// A consumer may keep what it had put back: a delete that is merged later does not
// rewrite it.
func TestDeltaFIFORequeueLeavesThePoppedDeltasAlone(t *testing.T) {
	q := fifo.NewDeltaFIFO(nil, fifo.Options{})
	must(t, q.Add(object("a", 1)))
	must(t, q.Delete(tombstone("a", nil)))
	var kept cache.Deltas
	_, err := q.Pop(func(popped any, _ bool) error {
		kept = popped.(cache.Deltas)
		return fifo.ErrRequeue{}
	})
	must(t, err)
	must(t, q.Delete(tombstone("a", object("a", 2))))
	if got := kept.Newest().Object.(cache.DeletedFinalStateUnknown); got.Obj != nil {
		t.Errorf("the popped delete now carries %v", got.Obj)
	}
}
