package indexer_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
	"informerbench/stores"
)

// listStore is client-go's store with a ReplaceList that writes down what it is given.
type listStore struct {
	cache.ThreadSafeStore
	keys  []string
	calls int
}

func (s *listStore) ReplaceList(items []stores.Item, resourceVersion string) {
	s.calls++
	s.keys = nil
	content := map[string]any{}
	for _, item := range items {
		s.keys = append(s.keys, item.Key)
		content[item.Key] = item.Object
	}
	s.ThreadSafeStore.Replace(content, resourceVersion)
}

func (s *listStore) Replace(map[string]any, string) { panic("a map although the store takes lists") }

func newListStore() *listStore {
	return &listStore{ThreadSafeStore: cache.NewThreadSafeStore(cache.Indexers{labelIndex: byLabel}, cache.Indices{})}
}

func names(names string) []any {
	var list []any
	for _, name := range strings.Fields(names) {
		list = append(list, object(name, "x", "1"))
	}
	return list
}

func TestReplaceHandsTheListOnInItsOrder(t *testing.T) {
	store := newListStore()
	i := indexer.New(store, nil)
	must(t, i.Replace(names("c a d b a"), "9"))
	if want := []string{"ns/c", "ns/a", "ns/d", "ns/b", "ns/a"}; !slices.Equal(store.keys, want) {
		t.Errorf("the store got %q, want %q", store.keys, want)
	}
	if got := i.LastStoreSyncResourceVersion(); got != "9" {
		t.Errorf("the version is %q", got)
	}
	must(t, i.Replace(nil, "10"))
	wantEmpty(t, i)
}

func TestReplaceListIsAllOrNothing(t *testing.T) {
	failure := errors.New("refused")
	store := newListStore()
	i := indexer.New(store, nil, indexer.WithTransform(func(obj any) (any, error) {
		if obj.(metav1.Object).GetName() == "refused" {
			return nil, failure
		}
		changed := obj.(*metav1.PartialObjectMetadata).DeepCopy()
		changed.Labels[labelIndex] = "transformed"
		return changed, nil
	}))
	must(t, i.Replace(names("a b"), "1"))
	var keyError cache.KeyError
	if err := i.Replace(append(names("c"), "not an object"), "2"); !errors.As(err, &keyError) {
		t.Errorf("a bad object: %v", err)
	}
	if err := i.Replace(names("c refused"), "2"); !errors.Is(err, failure) {
		t.Errorf("a failing transform: %v", err)
	}
	wantKeys(t, i, "ns/a", "ns/b")
	if got, _ := i.ByIndex(labelIndex, "transformed"); len(got) != 2 || store.calls != 1 {
		t.Errorf("%d transformed objects after %d calls", len(got), store.calls)
	}
}

// Whoever finds LeavesList does not copy the list, which must then be as it was.
func TestReplaceLeavesItsList(t *testing.T) {
	for name, i := range map[string]*indexer.Indexer{"map": newIndexer(nil), "list": indexer.New(newListStore(), nil)} {
		list := names("b a b")
		before := slices.Clone(list)
		must(t, i.Replace(list, "1"))
		if !slices.Equal(list, before) {
			t.Errorf("%s: the list changed", name)
		}
		clear(list)
		wantKeys(t, i, "ns/a", "ns/b")
		if got, _, _ := i.GetByKey("ns/b"); got != before[2] {
			t.Errorf("%s: of two objects with one key %v stayed", name, got)
		}
	}
}

// The scratch of a Replace keeps no object alive.
func TestReplaceKeepsNothing(t *testing.T) {
	i := indexer.New(newListStore(), nil)
	list := names("a b")
	gone := weak.Make(list[0].(*metav1.PartialObjectMetadata))
	must(t, i.Replace(list, "1"))
	list = nil
	must(t, i.Replace(nil, "2"))
	for range 10 {
		runtime.GC()
		if gone.Value() == nil {
			break
		}
	}
	if gone.Value() != nil {
		t.Error("an object that was replaced is still alive")
	}
	runtime.KeepAlive(i)
}
