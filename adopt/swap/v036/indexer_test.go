package v036_test

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
	"informerbench/stores/catalog"
)

func pod(name, version string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, ResourceVersion: version}}
}

// The indexer over each variant, through this version's interfaces: single writes, a
// transaction, a replace and a bookmark.
func TestIndexer(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) {
			store := v.New(cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
			var i cache.Indexer = indexer.New(store, cache.MetaNamespaceKeyFunc)
			must(t, i.Replace([]any{pod("a", "1"), pod("b", "1")}, "1"))
			must(t, i.Add(pod("c", "2")))
			must(t, i.Delete(pod("a", "3")))
			expect(t, i, "3", "ns/b", "ns/c")
			err := i.(cache.TransactionStore).Transaction(
				cache.Transaction{Type: cache.TransactionTypeAdd, Object: pod("d", "4")},
				cache.Transaction{Type: cache.TransactionTypeDelete, Object: pod("b", "5")})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, i, "5", "ns/c", "ns/d")
			i.Bookmark("6")
			expect(t, i, "6", "ns/c", "ns/d")
		})
	}
}

func expect(t *testing.T, i cache.Indexer, version string, keys ...string) {
	t.Helper()
	got, err := i.IndexKeys(cache.NamespaceIndex, "ns")
	must(t, err)
	slices.Sort(got)
	if !slices.Equal(got, keys) || i.LastStoreSyncResourceVersion() != version {
		t.Errorf("the index has %q at version %s, want %q at %s", got, i.LastStoreSyncResourceVersion(), keys, version)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
