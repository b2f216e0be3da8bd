package indexer_test

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
	"informerbench/stores"
)

// richStore has the optional interfaces, and tells which of its methods were called.
type richStore struct {
	cache.ThreadSafeStore
	calls []string
}

func (s *richStore) note(call ...string) { s.calls = append(s.calls, strings.Join(call, " ")) }

func (s *richStore) AppendList(into []any) []any {
	s.note("AppendList")
	return append(into, "all")
}

func (s *richStore) AppendByIndex(into []any, index, value string) ([]any, error) {
	s.note("AppendByIndex", index, value)
	return append(into, "some"), nil
}

func (s *richStore) All() iter.Seq2[string, any] { return maps.All(map[string]any{"k": "all"}) }

func (s *richStore) ByIndexAll(index, value string) (iter.Seq2[string, any], error) {
	s.note("ByIndexAll", index, value)
	return maps.All(map[string]any{"k": "some"}), nil
}

func (s *richStore) Snapshot() stores.Snapshot { return pinned{s} }

func (s *richStore) WaitForVersion(_ context.Context, version string) error {
	s.note("WaitForVersion", version)
	return errors.New("never")
}

type pinned struct{ *richStore }

func (pinned) Len() int                                 { return 7 }
func (pinned) Ascend(string) iter.Seq2[string, any]     { return nil }
func (pinned) ResourceVersion() string                  { return "" }
func (pinned) Close()                                   {}
func (p pinned) Get(key string) (item any, exists bool) { return p.ThreadSafeStore.Get(key) }

func TestRichStoreAnswersItself(t *testing.T) {
	store := &richStore{}
	i := indexer.New(store, nil)
	if got := i.AppendList([]any{"before"}); !slices.Equal(got, []any{"before", "all"}) {
		t.Errorf("AppendList is %v", got)
	}
	if got, err := i.AppendByIndex([]any{"before"}, "index", "value"); err != nil || !slices.Equal(got, []any{"before", "some"}) {
		t.Errorf("AppendByIndex is %v, %v", got, err)
	}
	if got := maps.Collect(i.All()); !maps.Equal(got, map[string]any{"k": "all"}) {
		t.Errorf("All is %v", got)
	}
	if got, err := i.ByIndexAll("index", "value"); err != nil || !maps.Equal(maps.Collect(got), map[string]any{"k": "some"}) {
		t.Errorf("ByIndexAll is %v", err)
	}
	if got, err := i.Snapshot(); err != nil || got.Len() != 7 {
		t.Errorf("Snapshot is %v, %v", got, err)
	}
	if err := i.WaitForVersion(t.Context(), "5"); err == nil || err.Error() != "never" {
		t.Errorf("WaitForVersion returned %v", err)
	}
	want := []string{"AppendList", "AppendByIndex index value", "ByIndexAll index value", "WaitForVersion 5"}
	if !slices.Equal(store.calls, want) {
		t.Errorf("the store saw %q, want %q", store.calls, want)
	}
}

func TestPlainStoreIsReadAsListsAllow(t *testing.T) {
	i := newIndexer(nil)
	a, b, c := object("a", "x", "1"), object("b", "x", "2"), object("c", "y", "3")
	for _, o := range []any{a, b, c} {
		must(t, i.Add(o))
	}
	if got := i.AppendList([]any{"before"}); len(got) != 4 || got[0] != "before" || !slices.Contains(got, any(b)) {
		t.Errorf("AppendList is %v", got)
	}
	if got, err := i.AppendByIndex([]any{"before"}, labelIndex, "y"); err != nil || !slices.Equal(got, []any{"before", c}) {
		t.Errorf("AppendByIndex is %v, %v", got, err)
	}
	if got := maps.Collect(i.All()); !maps.Equal(got, map[string]any{"ns/a": a, "ns/b": b, "ns/c": c}) {
		t.Errorf("All is %v", got)
	}
	under, err := i.ByIndexAll(labelIndex, "x")
	if err != nil || !maps.Equal(maps.Collect(under), map[string]any{"ns/a": a, "ns/b": b}) {
		t.Errorf("ByIndexAll is %v", err)
	}
	must(t, i.Delete(b))
	if got := maps.Collect(under); !maps.Equal(got, map[string]any{"ns/a": a}) {
		t.Errorf("a second range is over %v", got)
	}
}

func TestRangesOverAPlainStoreStopAndMayWrite(t *testing.T) {
	i := newIndexer(nil)
	must(t, i.Replace(names("a b c"), "1"))
	seen := 0
	for key := range i.All() {
		seen++
		must(t, i.Add(object("new", "x", "2")))
		for _, other := range []string{"ns/a", "ns/b", "ns/c"} {
			if other != key {
				must(t, i.Delete(cache.DeletedFinalStateUnknown{Key: other}))
			}
		}
	}
	if seen != 1 {
		t.Errorf("%d objects, want the one that was not deleted", seen)
	}
	must(t, i.Replace(names("a b c"), "3"))
	for range i.All() {
		break
	}
}

func TestUnknownIndexIsAnError(t *testing.T) {
	i := newIndexer(nil)
	into := []any{"before"}
	if got, err := i.AppendByIndex(into, "unknown", "x"); err == nil || !slices.Equal(got, into) {
		t.Errorf("AppendByIndex is %v, %v", got, err)
	}
	if got, err := i.ByIndexAll("unknown", "x"); err == nil || got != nil {
		t.Errorf("ByIndexAll returned %v", err)
	}
}

func TestPlainStoreSaysWhatItCannot(t *testing.T) {
	i := newIndexer(nil)
	if s, err := i.Snapshot(); s != nil || !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "threadSafeMap") {
		t.Errorf("Snapshot returned %v, %v", s, err)
	}
	if err := i.WaitForVersion(t.Context(), "1"); !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "threadSafeMap") {
		t.Errorf("WaitForVersion returned %v", err)
	}
}
