package rwmutex_test

import (
	"testing"

	"informerbench/stores"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
	"pgregory.net/rapid"
)

// walk makes random writes and walks the store after each.
type walk struct {
	*rapid.T
	store *rwmutex.Store
}

func TestInvariantsHoldAfterRandomWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := indexers()
		for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"number", "tags"}), 0, 2).Draw(t, "without") {
			delete(given, name)
		}
		w := walk{t, newStore(given)}
		t.Repeat(map[string]func(*rapid.T){
			"update":       func(*rapid.T) { w.mayFail(func(obj any) { w.store.Update(w.key(), obj) }) },
			"delete":       func(*rapid.T) { w.store.Delete(w.key()) },
			"transaction":  func(*rapid.T) { w.transaction() },
			"replace":      func(*rapid.T) { w.replace() },
			"add indexers": func(*rapid.T) { w.addIndexers() },
			"": func(t *rapid.T) {
				if err := w.store.Check(); err != nil {
					t.Fatal(err)
				}
			},
		})
	})
}

func (w walk) key() string { return key(rapid.IntRange(0, 20).Draw(w.T, "key")) }

func (w walk) thing() any {
	if rapid.IntRange(0, 19).Draw(w.T, "nil") == 0 {
		return nil
	}
	tag := rapid.SampledFrom([]string{"", "a", "b", "c", "d"})
	if rapid.IntRange(0, 9).Draw(w.T, "many") == 0 { // more than are compared one by one
		tag = rapid.StringMatching("[a-h]{1,2}")
	}
	tags := rapid.SliceOfN(tag, 0, rapid.SampledFrom([]int{1, 4, 30}).Draw(w.T, "tags")).Draw(w.T, "tag")
	if rapid.IntRange(0, 19).Draw(w.T, "broken") == 0 {
		tags = []string{"!"}
	}
	return &thing{rapid.IntRange(-1, 5).Draw(w.T, "number"), tags}
}

// mayFail makes a write that panics if the object cannot be indexed.
func (w walk) mayFail(write func(obj any)) {
	obj := w.thing()
	panics(func() { write(obj) })
}

func (w walk) transaction() {
	var entries []cache.ThreadSafeStoreTransaction
	for range rapid.IntRange(0, 12).Draw(w.T, "entries") {
		if rapid.Bool().Draw(w.T, "drop") {
			entries = append(entries, drop(w.key()))
		} else {
			entries = append(entries, put(w.key(), w.thing()))
		}
	}
	panics(func() { w.store.Transaction(entries...) })
}

func (w walk) replace() {
	var list []stores.Item
	given := map[string]any{}
	for range rapid.IntRange(0, 12).Draw(w.T, "items") {
		item := stores.Item{Key: w.key(), Object: w.thing()}
		list = append(list, item)
		given[item.Key] = item.Object
	}
	if rapid.Bool().Draw(w.T, "list") {
		panics(func() { w.store.ReplaceList(list, "1") })
	} else {
		panics(func() { w.store.Replace(given, "1") })
	}
}

func (w walk) addIndexers() {
	name := rapid.SampledFrom([]string{"number", "tags"}).Draw(w.T, "index")
	panics(func() { _ = w.store.AddIndexers(cache.Indexers{name: indexers()[name]}) })
}
