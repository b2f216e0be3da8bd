package bench_test

import (
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
	"informerbench/stores/rwmutex"
)

// staleIndex is a store whose index still has a key under a value that its object left.
type staleIndex struct{ stores.Store }

func (s staleIndex) IndexKeys(name, value string) ([]string, error) {
	keys, err := s.Store.IndexKeys(name, value)
	return append(keys, s.ListKeys()[0]), err
}

// A check that passes everything would go unnoticed in benchmarks that pass.
func TestDiffersFindsWhatAStoreHasWrong(t *testing.T) {
	p := population(t, 100)
	filled := func() stores.Store {
		store := rwmutex.New(indexers(3))
		store.Replace(p.items(0), "1")
		return store
	}
	missing, stale, renamed := filled(), filled(), filled()
	missing.Delete(p.keys[5])
	stale.Update(p.keys[5], p.second[5])
	renamed.Delete(p.keys[5])
	renamed.Add("else/where", p.first[5])
	first := func(k int) any { return p.first[k] }
	for name, store := range map[string]stores.Store{
		"a key missing": missing, "an old object": stale, "another key": renamed, "a stale index": staleIndex{filled()},
	} {
		if differs(store, p.keys, first) == nil {
			t.Errorf("the check does not see %s", name)
		}
	}
	if err := differs(filled(), p.keys, first); err != nil {
		t.Error(err)
	}
	unindexed := rwmutex.New(cache.Indexers{})
	unindexed.Replace(p.items(1), "1")
	if err := differs(unindexed, p.keys, func(k int) any { return p.second[k] }); err != nil {
		t.Error(err)
	}
}
