package indexing_test

import (
	"testing"

	"informerbench/stores/internal/indexing"

	"k8s.io/client-go/tools/cache"
)

func constant(value string) cache.IndexFunc {
	return func(any) ([]string, error) { return []string{value}, nil }
}

func TestPositionsStayWhenFunctionsJoin(t *testing.T) {
	first := indexing.NewSet(cache.Indexers{"m": constant("m"), "z": constant("z")})
	grown, err := first.With(cache.Indexers{"a": constant("a")})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"m", "z", "a"} {
		if grown.Name(i) != want {
			t.Errorf("position %d is %q, want %q", i, grown.Name(i), want)
		}
		if at, err := grown.Find(want); at != i || err != nil {
			t.Errorf("Find(%q) = %d, %v", want, at, err)
		}
	}
	if first.Len() != 2 || grown.Len() != 3 {
		t.Errorf("lengths are %d and %d, want 2 and 3", first.Len(), grown.Len())
	}
}

func TestConflictChangesNothingAndNamesAll(t *testing.T) {
	set := indexing.NewSet(cache.Indexers{"a": constant("a"), "b": constant("b")})
	grown, err := set.With(cache.Indexers{"b": constant("b"), "a": constant("a"), "c": constant("c")})
	if grown != nil || err == nil || err.Error() != "indexer conflict: [a b]" {
		t.Errorf("With = %v, %v", grown, err)
	}
	if _, err := set.Find("c"); err == nil || err.Error() != "Index with name c does not exist" {
		t.Errorf("Find(c) = %v", err)
	}
}

func TestIndexersAreCopies(t *testing.T) {
	given := cache.Indexers{"a": constant("a")}
	set := indexing.NewSet(given)
	given["b"] = constant("b")
	set.Indexers()["c"] = constant("c")
	if set.Len() != 1 || len(set.Indexers()) != 1 {
		t.Errorf("the set followed a map of its callers: %v", set.Indexers())
	}
}
