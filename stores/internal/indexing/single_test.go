package indexing_test

import (
	"errors"
	"testing"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

func textOf(obj any) (string, bool, error) {
	text, ok := obj.(string)
	if text == "bad" {
		return "", false, errors.New("broken")
	}
	return text, ok, nil
}

// A function is single-valued by what it is, whatever the index is called, and stays so
// in the sets that derive from its set.
func TestSingleFollowsTheFunctionAndNotItsName(t *testing.T) {
	first := indexing.NewSet(cache.Indexers{
		cache.NamespaceIndex: constant("a user's"), "plain": cache.MetaNamespaceIndexFunc, "z": stores.Single(textOf),
	})
	grown, err := first.With(cache.Indexers{"late": stores.Single(textOf), "many": constant("x")})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{cache.NamespaceIndex: false, "plain": true, "z": true, "late": true, "many": false}
	for i := range grown.Len() {
		if got := grown.Single(i) != nil; got != want[grown.Name(i)] {
			t.Errorf("%s is single-valued: %v", grown.Name(i), got)
		}
	}
	if first.Len() != 3 || first.Single(2) == nil {
		t.Error("the first set changed")
	}
}

func TestSingleValue(t *testing.T) {
	set := indexing.NewSet(cache.Indexers{"i": stores.Single(textOf)})
	for _, c := range []struct {
		object any
		value  string
		ok     bool
	}{{"text", "text", true}, {"", "", true}, {7, "", false}, {nil, "", false}} {
		if value, ok := set.SingleValue(0, "k", c.object); value != c.value || ok != c.ok {
			t.Errorf("SingleValue(%v) = %q, %v", c.object, value, ok)
		}
		values := set.Value(0, "k", c.object)
		if (len(values) == 1) != c.ok || c.ok && values[0] != c.value {
			t.Errorf("Value(%v) = %q", c.object, values)
		}
	}
}

// A nil object is not shown to the function: client-go's would fail on it.
func TestSingleValueOfNilAsksNobody(t *testing.T) {
	set := indexing.NewSet(cache.Indexers{"n": cache.MetaNamespaceIndexFunc})
	if value, ok := set.SingleValue(0, "k", nil); value != "" || ok {
		t.Errorf("SingleValue = %q, %v", value, ok)
	}
}

func TestSingleValueFailsAsValueDoes(t *testing.T) {
	set := indexing.NewSet(cache.Indexers{"i": stores.Single(textOf), "n": cache.MetaNamespaceIndexFunc})
	failure := func(call func()) (text string) {
		defer func() {
			if err, ok := recover().(error); ok {
				text = err.Error()
			}
		}()
		call()
		return ""
	}
	for i := range set.Len() {
		single := failure(func() { set.SingleValue(i, "k", "bad") })
		many := failure(func() { set.Value(i, "k", "bad") })
		if single == "" || single != many {
			t.Errorf("%s: %q and %q", set.Name(i), single, many)
		}
	}
}

func TestSingleValuesAllocateNothing(t *testing.T) {
	set := indexing.NewSet(cache.Indexers{"i": stores.Single(textOf), "n": cache.MetaNamespaceIndexFunc})
	var text, object any = "text", &metav1.ObjectMeta{Namespace: "team"}
	if n := testing.AllocsPerRun(100, func() {
		set.SingleValue(0, "k", text)
		set.SingleValue(1, "k", object)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
