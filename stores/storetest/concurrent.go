package storetest

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"sync/atomic"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// concurrentChecks hold for every store, whatever it guarantees beyond.
func concurrentChecks() []check {
	return []check{
		{name: "an object that is updated is always found once under its index value", verify: updatedIsFoundOnce},
		{name: "every object is in indexes added while writers run", verify: indexersBesideWriters},
		{name: "growing and shrinking never loses a key", verify: growAndShrink},
		{name: "all methods may run at once", verify: allAtOnce},
	}
}

// updatedIsFoundOnce: updates that take an entry out of its index and put it
// back let readers miss it (fabric8io/kubernetes-client#7265).
func updatedIsFoundOnce(s Subject) error {
	store := s.New(only("single", "constant"))
	store.Add("ns/x", newObject("v", "x", "0"))
	return beside(8, scaled(20_000), func(round int) {
		store.Update("ns/x", newObject("v", "x", strconv.Itoa(round)))
	}, func(int) error {
		objects, err := store.ByIndex("single", "v")
		keys, keysErr := store.IndexKeys("single", "v")
		if err := errors.Join(err, keysErr); err != nil {
			return err
		}
		if len(objects) != 1 || objects[0] == nil || len(keys) != 1 || keys[0] != "ns/x" {
			return fmt.Errorf("ByIndex has %v and IndexKeys %q, want exactly one object", objects, keys)
		}
		return nil
	})
}

// indexersBesideWriters: indexes that joined a running informer missed objects
// (kubernetes/kubernetes#70881).
func indexersBesideWriters(s Subject) error {
	n, adders := scaled(10_000), []string{"single", "commas", "constant", "picky"}
	m := newMachine(s, nil)
	populate(m, n)
	m.store.Replace(copyItems(m.model.items), "1")
	var left atomic.Int32 // adders still at work; the writers run until none is
	left.Store(int32(len(adders)))
	final := make([]map[string]any, 2)
	err := together(len(adders)+len(final), func(i int) error {
		if i < len(adders) {
			defer left.Add(-1)
			return m.store.AddIndexers(only(adders[i]))
		}
		writer := i - len(adders)
		final[writer] = map[string]any{}
		for round := 0; round < 200 || left.Load() > 0; round++ {
			key := churnKey((round*len(final) + writer) % n) // disjoint keys
			o := newObject(fmt.Sprint("n", round%7), "w", "1")
			o.tags = fmt.Sprint("a,", round%3)
			m.store.Update(key, o)
			final[writer][key] = o
		}
		return nil
	})
	if err != nil {
		return err
	}
	items := copyItems(m.model.items)
	for _, written := range final {
		maps.Copy(items, written)
	}
	m.model.indexers = only(adders...)
	m.store.Bookmark("2")
	m.model.reset(items, "2")
	return m.verify()
}

func populate(m *machine, n int) {
	items := map[string]any{}
	for i := range n {
		items[churnKey(i)] = newObject(fmt.Sprint("n", i%5), "p", "1")
	}
	m.model.reset(items, "1")
}

// allAtOnce is for the race detector: every method against every other.
func allAtOnce(s Subject) error {
	store := s.New(only("single", "commas"))
	rounds := scaled(2000)
	calls := []func(i int){
		func(i int) { store.Add(churnKey(i%50), tagged("a", "x,y")) },
		func(i int) { store.Update(churnKey(i%50), newObject(fmt.Sprint("n", i%3), "b", "1")) },
		func(i int) { store.Delete(churnKey(i % 50)) },
		func(i int) { store.DeleteWithObject(churnKey(i%40), probe) },
		func(i int) { store.Transaction(put(churnKey(i%50), probe), drop(churnKey((i+1)%50), nil)) },
		func(i int) {
			transactAt(store, strconv.Itoa(i), []cache.ThreadSafeStoreTransaction{put(churnKey(i%50), probe), drop(churnKey((i+2)%50), nil)})
		},
		func(i int) { store.Replace(map[string]any{churnKey(i % 50): probe}, strconv.Itoa(i)) },
		func(i int) {
			replaceList(store, []stores.Item{{Key: churnKey(i % 50), Object: probe}}, strconv.Itoa(i))
		},
		func(i int) { store.Bookmark(strconv.Itoa(i)) },
		func(i int) { readEverything(store, churnKey(i%50)) },
		func(i int) { readEverything(store, churnKey(i%50)) },
	}
	err := together(len(calls), func(c int) error {
		for i := range rounds {
			calls[c](i)
		}
		return nil
	})
	if err != nil {
		return err
	}
	m := &machine{store: store, model: newModel(only("single", "commas"))}
	return errors.Join(m.do(op{kind: opReplace, rv: "1", items: map[string]any{"ns/a": probe}}), m.verify(),
		m.do(op{kind: opAddIndexers, indexers: cache.Indexers{"many": shapes["many"]}}), m.verify())
}

func readEverything(store stores.Store, key string) {
	store.Get(key)
	store.List()
	store.ListKeys()
	_, _ = store.ByIndex("single", "ns")
	_, _ = store.IndexKeys("commas", "x")
	_, _ = store.Index("commas", probe)
	store.ListIndexFuncValues("commas")
	store.LastStoreSyncResourceVersion()
	if bulk, ok := store.(stores.BulkReader); ok {
		readBulk(bulk)
	}
	if snapshotter, ok := store.(stores.Snapshotter); ok {
		readSnapshot(snapshotter, key)
	}
}

func readBulk(bulk stores.BulkReader) {
	bulk.AppendList(nil)
	_, _ = bulk.AppendByIndex(nil, "single", "ns")
	for range bulk.All() {
	}
	if seq, err := bulk.ByIndexAll("single", "ns"); err == nil {
		for range seq {
			break
		}
	}
}

func readSnapshot(snapshotter stores.Snapshotter, key string) {
	snapshot := snapshotter.Snapshot()
	defer snapshot.Close()
	snapshot.Get(key)
	snapshot.Len()
	snapshot.List()
	snapshot.ListKeys()
	_, _ = snapshot.ByIndex("single", "ns")
	_, _ = snapshot.IndexKeys("commas", "x")
	snapshot.ListIndexFuncValues("commas")
	for range snapshot.Ascend(key) {
		break
	}
	snapshot.ResourceVersion()
	readBulk(snapshot)
}
