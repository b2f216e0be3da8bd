package bench_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"informerbench/stores"
	"informerbench/stores/catalog"
)

// shape is what a store benchmark varies beside the variant.
type shape struct {
	op                        string
	objects, readers, indexes int
}

func (s shape) name(store string) string {
	return fmt.Sprintf("store=%s/op=%s/objects=%d/readers=%d/indexes=%d", store, s.op, s.objects, s.readers, s.indexes)
}

// content tells which object a store must hold under the key of that number.
type content func(key int) any

// storeBody measures a filled store and returns what it has left in it.
type storeBody func(b *testing.B, store stores.Store, p *pods) content

// eachStore runs the body once for each variant, filled with the first version of the population.
func eachStore(b *testing.B, s shape, body storeBody) {
	for _, v := range catalog.All() {
		b.Run(s.name(v.Name), func(b *testing.B) {
			p := population(b, s.objects)
			store := v.New(indexers(s.indexes))
			store.Replace(p.items(0), strconv.Itoa(s.objects))
			// The counters are the process's: with more readers, those of all of them
			// would be divided by the operations of one.
			if s.readers <= 1 {
				b.ReportAllocs()
			}
			want := body(b, store, p)
			if err := differs(store, p.keys, want); err != nil {
				b.Fatal("after the benchmark: ", err)
			}
		})
	}
}

// differs tells where the store does not hold exactly the content, under the right keys and
// index values; nil if it does.
func differs(store stores.Store, keys []string, want content) error {
	if got := len(store.ListKeys()); got != len(keys) {
		return fmt.Errorf("the store has %d keys, want %d", got, len(keys))
	}
	for k, key := range keys {
		if got, ok := store.Get(key); !ok || got != want(k) {
			return fmt.Errorf("the store has not the last object written under %s (anything: %t)", key, ok)
		}
	}
	for name := range store.GetIndexers() {
		if err := indexDiffers(store, name, keys, want); err != nil {
			return fmt.Errorf("index %s: %w", name, err)
		}
	}
	return nil
}

// indexDiffers finds a key under a value that its object has not. With as many entries as
// the content has values, there is none missing either.
func indexDiffers(store stores.Store, name string, keys []string, want content) error {
	valuesOf, entries, wanted := store.GetIndexers()[name], 0, 0
	for _, value := range store.ListIndexFuncValues(name) {
		found, err := store.IndexKeys(name, value)
		if err != nil {
			return err
		}
		entries += len(found)
		for _, key := range found {
			object, _ := store.Get(key)
			if values, err := valuesOf(object); err != nil || !slices.Contains(values, value) {
				return fmt.Errorf("%s stands under %q, its object has %q (%v)", key, value, values, err)
			}
		}
	}
	for k := range keys {
		values, err := valuesOf(want(k))
		if err != nil {
			return err
		}
		wanted += len(values)
	}
	if entries != wanted {
		return fmt.Errorf("%d entries, want %d", entries, wanted)
	}
	return nil
}
