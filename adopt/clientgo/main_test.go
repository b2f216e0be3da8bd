package clientgo_test

import (
	"testing"

	"go.uber.org/goleak"
	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ours says whether an informer is one of this module: its indexer is.
func ours(informer cache.SharedIndexInformer) bool {
	_, ok := informer.GetIndexer().(*indexer.Indexer)
	return ok
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
