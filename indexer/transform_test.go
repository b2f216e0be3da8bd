package indexer_test

import (
	"errors"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/indexer"
)

func TestTransformAppliesToEveryWriteAndNoDelete(t *testing.T) {
	calls := 0
	transform := func(obj any) (any, error) {
		calls++
		o := obj.(*metav1.PartialObjectMetadata).DeepCopy()
		o.Labels = map[string]string{labelIndex: "transformed"}
		return o, nil
	}
	i := newIndexer(nil, indexer.WithTransform(transform))
	must(t, i.Add(object("a", "x", "1")))
	must(t, i.Update(object("b", "x", "2")))
	must(t, i.Replace([]any{object("c", "x", "3"), object("d", "x", "4")}, "4"))
	must(t, i.Delete(object("d", "x", "5")))
	if calls != 4 {
		t.Errorf("the transform ran %d times, want 4", calls)
	}
	if got, _ := i.ByIndex(labelIndex, "transformed"); len(got) != 1 {
		t.Errorf("%d transformed objects stored, want 1", len(got))
	}
}

func TestFailingTransformLeavesTheStore(t *testing.T) {
	failure := errors.New("refused")
	i := newIndexer(nil, indexer.WithTransform(func(any) (any, error) { return nil, failure }))
	for call, err := range map[string]error{
		"Add": i.Add(object("a", "x", "1")), "Update": i.Update(object("a", "x", "1")),
		"Replace": i.Replace([]any{object("a", "x", "1")}, "1"),
	} {
		if !errors.Is(err, failure) || !strings.HasPrefix(err.Error(), "transforming: ") {
			t.Errorf("%s returned %v", call, err)
		}
	}
	wantKeys(t, i)
}
