package fifo_test

import (
	"testing"

	"informerbench/fifo"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// No object may be transformed twice (kubernetes/kubernetes#124337), and a reflector
// that streams a list transforms as it collects.
func TestReplaceTransformedLeavesObjectsAsTheyAre(t *testing.T) {
	calls := 0
	o := fifo.Options{
		KeyFunc:   cache.MetaNamespaceKeyFunc,
		Transform: func(obj any) (any, error) { calls++; return obj, nil },
	}
	type queue interface {
		cache.Queue
		ReplaceTransformed(list []any, resourceVersion string) error
	}
	for name, q := range map[string]queue{
		"DeltaFIFO": fifo.NewDeltaFIFO(cache.NewStore(cache.MetaNamespaceKeyFunc), o),
		"InOrder":   fifo.NewInOrder(o),
	} {
		t.Run(name, func(t *testing.T) {
			calls = 0
			object := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "a"}}
			if err := q.ReplaceTransformed([]any{object}, "5"); err != nil {
				t.Fatal(err)
			}
			popped, err := q.Pop(func(any, bool) error { return nil })
			if err != nil || calls != 0 {
				t.Fatalf("%d transforms, popping ended with %v", calls, err)
			}
			got := popped.(cache.Deltas)[0].Object
			if info, all := got.(cache.ReplacedAllInfo); all {
				got = info.Objects[0]
			}
			if got != any(object) {
				t.Errorf("popped %v, want the very object", got)
			}
			if !q.HasSynced() {
				t.Error("not synced after the first list was popped")
			}
			if err := q.ReplaceTransformed([]any{"no object"}, "6"); err == nil {
				t.Error("a list with an object without a key was taken")
			}
		})
	}
}
