package mvcc_test

import (
	"fmt"
	"testing"

	"informerbench/stores"
	"informerbench/stores/mvcc"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

type object struct {
	metav1.ObjectMeta
	node, owner string
}

func label(of func(*object) string) cache.IndexFunc {
	return stores.Single(func(obj any) (string, bool, error) { return of(obj.(*object)), true, nil })
}

// indexed has three indexes as an informer of pods has them, and n objects.
func indexed(n int) (stores.Extended, []*object) {
	s := mvcc.New(cache.Indexers{
		cache.NamespaceIndex: cache.MetaNamespaceIndexFunc,
		"node":               label(func(o *object) string { return o.node }),
		"owner":              label(func(o *object) string { return o.owner }),
	}).(stores.Extended)
	var objects []*object
	for i := range n {
		o := &object{metav1.ObjectMeta{Namespace: "ns", Name: fmt.Sprint("pod-", i), ResourceVersion: "1"}, fmt.Sprint("node-", i%5), fmt.Sprint("owner-", i%20)}
		objects = append(objects, o)
		s.Add("ns/"+o.Name, o)
	}
	return s, objects
}

func allocates(t *testing.T, what string, limit float64, f func()) {
	t.Helper()
	f() // once before, for scratch space that stays
	if got := testing.AllocsPerRun(2000, f); got > limit {
		t.Errorf("%s allocates %v times, want at most %v", what, got, limit)
	}
}

// An Update needs nothing but its share of the log: a segment for 59 of them.
func TestUpdateAllocatesOnlyTheLog(t *testing.T) {
	s, objects := indexed(100)
	i := 0
	allocates(t, "Update of an existing key with three indexes", 0.1, func() {
		s.Update("ns/pod-7", objects[7])
	})
	allocates(t, "Update with another node", 0.2, func() { // three records more, and four for the move
		i++
		objects[7].node = [2]string{"node-2", "node-3"}[i%2]
		s.Update("ns/pod-7", objects[7])
	})
	entries := make([]cache.ThreadSafeStoreTransaction, 50)
	for i := range entries {
		entries[i].Type, entries[i].Key, entries[i].Object = cache.TransactionTypeUpdate, "ns/"+objects[i].Name, objects[i]
	}
	allocates(t, "Transaction of 50 updates", 2, func() { s.Transaction(entries...) })
}

// Nor does one that moves an object with several values, but for what the function makes.
func TestUpdateOfSeveralValuesAllocatesOnlyTheLog(t *testing.T) {
	words := [][]string{{"stays", "a"}, {"stays", "b"}, {"c", "stays", "d"}}
	i := 0
	s := mvcc.New(cache.Indexers{"several": func(any) ([]string, error) { return words[i%len(words)], nil }})
	obj := any(&object{})
	for _, key := range []string{"x", "y", "z"} { // so that no value goes, and each move moves another
		for i = range words {
			s.Update(fmt.Sprint(key, i), obj)
		}
	}
	i = 0
	allocates(t, "Update with other values", 0.3, func() { // up to nine records
		i++
		s.Update("x0", obj)
	})
}

// Reads into room that the caller has allocate nothing while the store is quiet.
func TestReadsAllocateNothing(t *testing.T) {
	s, _ := indexed(500)
	into := make([]any, 0, 1000)
	key := "ns/pod-7"
	allocates(t, "Get", 0, func() { s.Get(key) })
	allocates(t, "Get of none", 0, func() { s.Get("none") })
	allocates(t, "AppendList into room", 0, func() { s.AppendList(into) })
	for index, value := range map[string]string{cache.NamespaceIndex: "ns", "node": "node-2", "owner": "owner-3"} {
		allocates(t, "AppendByIndex into room", 0, func() { _, _ = s.AppendByIndex(into, index, value) })
	}
	allocates(t, "ByIndex", 1, func() { _, _ = s.ByIndex("node", "node-2") })
	allocates(t, "List", 1, func() { s.List() })
	allocates(t, "ListKeys", 1, func() { s.ListKeys() })
	allocates(t, "LastStoreSyncResourceVersion", 0, func() { s.LastStoreSyncResourceVersion() })
}
