package storebench_test

import (
	"testing"

	"informerbench/bench/storebench"
	"informerbench/stores"
	"informerbench/stores/clientgo"

	"k8s.io/client-go/tools/cache"
)

// lying is a store whose answers are spoilt.
type lying struct {
	stores.Store
	list    func([]any) []any
	byIndex func([]any) []any
}

func (l lying) List() []any {
	if l.list == nil {
		return l.Store.List()
	}
	return l.list(l.Store.List())
}

func (l lying) ByIndex(name, value string) ([]any, error) {
	found, err := l.Store.ByIndex(name, value)
	if l.byIndex != nil && len(found) > 1 {
		found = l.byIndex(found)
	}
	return found, err
}

func lie(l lying) stores.Constructor {
	return func(indexers cache.Indexers) stores.Store {
		l.Store = clientgo.New(indexers)
		return l
	}
}

func twice(found []any) []any { return append(found[1:], found[1]) }
func less(found []any) []any  { return found[1:] }

// A check that passes everything would go unnoticed in rows that pass.
func TestCheckFindsWhatAStoreHasWrong(t *testing.T) {
	nothing := func(stores.Store, []string, []any, []any) {}
	for name, c := range map[string]struct {
		new   stores.Constructor
		spoil func(store stores.Store, keys []string, objects, others []any)
	}{
		"a key missing": {clientgo.New, func(s stores.Store, keys []string, _, _ []any) { s.Delete(keys[5]) }},
		"an old object": {clientgo.New, func(s stores.Store, keys []string, _, others []any) { s.Update(keys[5], others[5]) }},
		"another key": {clientgo.New, func(s stores.Store, keys []string, objects, _ []any) {
			s.Delete(keys[5])
			s.Add("else/where", objects[5])
		}},
		"two keys exchanged": {clientgo.New, func(s stores.Store, keys []string, objects, _ []any) {
			s.Update(keys[5], objects[6])
			s.Update(keys[6], objects[5])
		}},
		"an object twice in List":      {lie(lying{list: twice}), nothing},
		"an object twice in ByIndex":   {lie(lying{byIndex: twice}), nothing},
		"an object missing in ByIndex": {lie(lying{byIndex: less}), nothing},
	} {
		if storebench.CheckAfter(c.new, c.spoil) == nil {
			t.Errorf("the check does not see %s", name)
		}
	}
	if err := storebench.CheckAfter(clientgo.New, nothing); err != nil {
		t.Error(err)
	}
}
