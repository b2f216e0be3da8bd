package indexer_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
)

const labelIndex = "label"

func object(name, label, version string) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{
		Namespace: "ns", Name: name, ResourceVersion: version,
		Labels: map[string]string{labelIndex: label},
	}}
}

// byLabel fails for anything but a whole object, as users' index functions do.
func byLabel(obj any) ([]string, error) {
	o, ok := obj.(*metav1.PartialObjectMetadata)
	if !ok {
		return nil, errors.New("not an object")
	}
	return []string{o.Labels[labelIndex]}, nil
}

func newIndexer(keyFunc cache.KeyFunc, opts ...indexer.Option) *indexer.Indexer {
	store := cache.NewThreadSafeStore(cache.Indexers{labelIndex: byLabel}, cache.Indices{})
	return indexer.New(store, keyFunc, opts...)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantKeys(t *testing.T, i cache.Indexer, want ...string) {
	t.Helper()
	got := i.ListKeys()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("keys are %q, want %q", got, want)
	}
}

func TestWritesAreReadBackByKeyObjectAndIndex(t *testing.T) {
	i := newIndexer(nil)
	a, b, newer := object("a", "x", "1"), object("b", "x", "2"), object("a", "y", "3")
	must(t, i.Add(a))
	must(t, i.Add(b))
	must(t, i.Update(newer))
	wantKeys(t, i, "ns/a", "ns/b")

	if got, exists, err := i.Get(a); got != any(newer) || !exists || err != nil {
		t.Errorf("Get is %v, %v, %v", got, exists, err)
	}
	if got, exists, err := i.GetByKey("ns/b"); got != any(b) || !exists || err != nil {
		t.Errorf("GetByKey is %v, %v, %v", got, exists, err)
	}
	if _, exists, err := i.GetByKey("ns/c"); exists || err != nil {
		t.Errorf("GetByKey of an unknown key: exists %v, %v", exists, err)
	}
	if got, err := i.ByIndex(labelIndex, "y"); err != nil || len(got) != 1 || got[0] != any(newer) {
		t.Errorf("ByIndex is %v, %v", got, err)
	}
	if got, err := i.Index(labelIndex, b); err != nil || len(got) != 1 || got[0] != any(b) {
		t.Errorf("Index is %v, %v", got, err)
	}
	if got, err := i.IndexKeys(labelIndex, "x"); err != nil || !slices.Equal(got, []string{"ns/b"}) {
		t.Errorf("IndexKeys is %v, %v", got, err)
	}
	must(t, i.Delete(b))
	wantKeys(t, i, "ns/a")
	if got := i.ListIndexFuncValues(labelIndex); !slices.Equal(got, []string{"y"}) {
		t.Errorf("index values are %q", got)
	}
}

func TestReplaceIsAllOrNothing(t *testing.T) {
	i := newIndexer(nil)
	must(t, i.Add(object("old", "x", "1")))
	var keyError cache.KeyError
	if err := i.Replace([]any{object("a", "x", "2"), "not an object"}, "3"); !errors.As(err, &keyError) {
		t.Errorf("Replace with a bad object returned %v", err)
	}
	wantKeys(t, i, "ns/old")
	must(t, i.Replace([]any{object("a", "x", "4"), object("b", "x", "5"), object("a", "z", "6")}, "7"))
	wantKeys(t, i, "ns/a", "ns/b")
	if got, _, _ := i.GetByKey("ns/a"); got.(metav1.Object).GetResourceVersion() != "6" {
		t.Errorf("of two objects with one key, %v stayed", got)
	}
}

func TestResourceVersionsPassThrough(t *testing.T) {
	i := newIndexer(nil)
	must(t, i.Replace(nil, "7"))
	if got := i.LastStoreSyncResourceVersion(); got != "7" {
		t.Errorf("after Replace the version is %q", got)
	}
	i.Bookmark("9")
	if got := i.LastStoreSyncResourceVersion(); got != "9" {
		t.Errorf("after Bookmark the version is %q", got)
	}
	must(t, i.Resync())
}

func TestIndexersPassThrough(t *testing.T) {
	i := newIndexer(nil)
	must(t, i.Add(object("a", "x", "1")))
	must(t, i.AddIndexers(cache.Indexers{"again": byLabel}))
	if got, err := i.ByIndex("again", "x"); err != nil || len(got) != 1 {
		t.Errorf("the added index has %v, %v", got, err)
	}
	if err := i.AddIndexers(cache.Indexers{"again": byLabel}); err == nil {
		t.Error("an index was added twice")
	}
	if got := i.GetIndexers(); len(got) != 2 {
		t.Errorf("%d indexers, want 2", len(got))
	}
}

func TestKeyErrorsNameTheObject(t *testing.T) {
	failure := errors.New("no key")
	i := newIndexer(func(any) (string, error) { return "", failure })
	_, _, getErr := i.Get("x")
	for call, err := range map[string]error{
		"Add": i.Add("x"), "Update": i.Update("x"), "Delete": i.Delete("x"), "Get": getErr,
		"Replace": i.Replace([]any{"x"}, "1"),
	} {
		var keyError cache.KeyError
		if !errors.As(err, &keyError) || keyError.Obj != "x" || !errors.Is(err, failure) {
			t.Errorf("%s returned %v", call, err)
		}
		if strings.Count(err.Error(), "couldn't create key") > 1 {
			t.Errorf("%s wraps twice: %v", call, err)
		}
	}
}
