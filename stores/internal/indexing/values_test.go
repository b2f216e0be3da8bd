package indexing_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"informerbench/stores/internal/indexing"

	"k8s.io/client-go/tools/cache"
)

func TestNilHasNoValuesAndIsNotAsked(t *testing.T) {
	set := indexing.NewSet(cache.Indexers{"i": func(any) ([]string, error) {
		t.Error("the function was called")
		return nil, nil
	}})
	if got := set.Values("k", nil, nil); len(got) != 1 || got[0] != nil {
		t.Errorf("Values = %v", got)
	}
}

func TestFailureSpeaksAsClientGo(t *testing.T) {
	set := indexing.NewSet(cache.Indexers{"i": func(any) ([]string, error) { return nil, errors.New("broken") }})
	defer func() {
		err, _ := recover().(error)
		if err == nil || err.Error() != `unable to calculate an index entry for key "k" on index "i": broken` {
			t.Errorf("panicked with %v", err)
		}
	}()
	set.Values("k", "object", nil)
}

func TestChanges(t *testing.T) {
	long := make([]string, 40)
	for i := range long {
		long[i] = string(rune('A' + i))
	}
	for _, c := range []struct{ before, after, leave, join []string }{
		{nil, nil, nil, nil},
		{[]string{"a"}, []string{"a"}, nil, nil},
		{[]string{"a"}, []string{"b"}, []string{"a"}, []string{"b"}},
		{nil, []string{""}, nil, []string{""}},
		{[]string{"a", "b"}, []string{"b", "a"}, nil, nil},
		{[]string{"a", "a", ""}, []string{"b", "a", "b"}, []string{""}, []string{"b"}},
		{long, long[1:], long[:1], nil},
		{append(long[:1:1], long[:39]...), long[1:], long[:1], long[39:]},
	} {
		leave, join := indexing.Changes(c.before, c.after)
		if !slices.Equal(leave, c.leave) || !slices.Equal(join, c.join) {
			t.Errorf("Changes(%q, %q) = %q, %q", c.before, c.after, leave, join)
		}
	}
}

func TestDistinct(t *testing.T) {
	many := strings.Split("a b c d e f g h i j k l m n o p q r", " ")
	for _, c := range []struct{ values, want []string }{
		{nil, nil},
		{[]string{"a", "b", ""}, []string{"a", "b", ""}},
		{[]string{"a", "a", "", "a"}, []string{"a", ""}},
		{many, many},
		{append(many[:18:18], "b"), many},
	} {
		if got := indexing.Distinct(c.values); !slices.Equal(got, c.want) {
			t.Errorf("Distinct(%q) = %q", c.values, got)
		}
	}
}

func TestUsualChangesAllocateNothing(t *testing.T) {
	a, b, several := []string{"a"}, []string{"b"}, []string{"a", "b", "c"}
	set := indexing.NewSet(cache.Indexers{"i": func(any) ([]string, error) { return a, nil }})
	var object any = "object"
	allocs := testing.AllocsPerRun(100, func() {
		var buffer [8][]string
		values := set.Values("k", object, buffer[:0])
		indexing.Changes(values[0], a)
		indexing.Changes(a, b)
		indexing.Distinct(a)
		indexing.Distinct(several)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
