package storetest_test

import (
	"iter"
	"slices"
	"sync/atomic"

	"informerbench/stores"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
)

// snapping is the reference with another Snapshot.
type snapping struct {
	*reference
	snapshot func(r *reference) stores.Snapshot
}

func (s snapping) Snapshot() stores.Snapshot { return s.snapshot(s.reference) }

// withSnapshot makes stores whose snapshots come from f.
func withSnapshot(f func(r *reference) stores.Snapshot) stores.Constructor {
	return func(indexers cache.Indexers) stores.Store { return snapping{referenceOf(indexers), f} }
}

// through is a snapshot that reads the store of now, or an older copy for single methods.
type through struct {
	stores.Snapshot
	get     func(key string) (any, bool)
	length  func() int
	byIndex func(name, value string) ([]any, error)
	keys    func(name, value string) ([]string, error)
	version func() string
	ascend  func(from string) iter.Seq2[string, any]
}

func (t through) Get(key string) (any, bool) {
	if t.get == nil {
		return t.Snapshot.Get(key)
	}
	return t.get(key)
}

func (t through) Len() int {
	if t.length == nil {
		return t.Snapshot.Len()
	}
	return t.length()
}

func (t through) ByIndex(name, value string) ([]any, error) {
	if t.byIndex == nil {
		return t.Snapshot.ByIndex(name, value)
	}
	return t.byIndex(name, value)
}

func (t through) IndexKeys(name, value string) ([]string, error) {
	if t.keys == nil {
		return t.Snapshot.IndexKeys(name, value)
	}
	return t.keys(name, value)
}

func (t through) ResourceVersion() string {
	if t.version == nil {
		return t.Snapshot.ResourceVersion()
	}
	return t.version()
}

func (t through) Ascend(from string) iter.Seq2[string, any] {
	if t.ascend == nil {
		return t.Snapshot.Ascend(from)
	}
	return t.ascend(from)
}

const (
	everyWrite = "a snapshot shows its state through every write"
	ofItsState = "a snapshot has the indexes of its state, not those added later"
	fullStore  = "a snapshot shows keys and objects across deletes and adds of a full store"
	usedByMany = "a snapshot may be used by many at once"
)

// brokenSnapshots answer from the wrong state without any concurrency.
var brokenSnapshots = []caught{
	{name: "a snapshot that is the store", by: []string{everyWrite, ofItsState, fullStore, usedByMany},
		new: withSnapshot(func(r *reference) stores.Snapshot { return &frozen{r.Store} })},
	{name: "a snapshot whose Get is of now", by: []string{everyWrite, fullStore, usedByMany},
		new: withSnapshot(func(r *reference) stores.Snapshot { return through{Snapshot: r.copy(), get: r.Get} })},
	{name: "a snapshot that counts what is now", by: []string{everyWrite, fullStore},
		new: withSnapshot(func(r *reference) stores.Snapshot {
			return through{Snapshot: r.copy(), length: func() int { return len(r.List()) }}
		})},
	{name: "a snapshot whose postings are of now", by: []string{everyWrite, fullStore},
		new: withSnapshot(func(r *reference) stores.Snapshot { return through{Snapshot: r.copy(), byIndex: r.ByIndex} })},
	{name: "a snapshot whose index keys are of now", by: []string{everyWrite, fullStore},
		new: withSnapshot(func(r *reference) stores.Snapshot { return through{Snapshot: r.copy(), keys: r.IndexKeys} })},
	{name: "a snapshot whose version is of now", by: []string{everyWrite},
		new: withSnapshot(func(r *reference) stores.Snapshot {
			return through{Snapshot: r.copy(), version: r.LastStoreSyncResourceVersion}
		})},
	{name: "a snapshot in no order", by: []string{fullStore},
		new: withSnapshot(func(r *reference) stores.Snapshot {
			c := r.copy()
			return through{Snapshot: c, ascend: func(from string) iter.Seq2[string, any] {
				var keys []string
				for key := range c.Ascend(from) {
					keys = append(keys, key)
				}
				if len(keys) > 2 {
					slices.Reverse(keys[1:])
				}
				return c.over(keys)
			}}
		})},
	{name: "a snapshot with a deleted key's new holder", by: []string{fullStore}, new: withSnapshot(reusedPlaces)},
	{name: "a snapshot that knows every index", by: []string{ofItsState}, new: withSnapshot(func(r *reference) stores.Snapshot {
		c := r.copy()
		return through{Snapshot: c, keys: func(name, value string) ([]string, error) {
			keys, err := c.IndexKeys(name, value)
			if _, exists := r.GetIndexers()[name]; exists {
				err = nil
			}
			return keys, err
		}, byIndex: func(name, value string) ([]any, error) {
			if _, exists := r.GetIndexers()["type"]; exists && name == "unknown" {
				return []any{}, nil
			}
			return c.ByIndex(name, value)
		}}
	})},
	{name: "two at once end a snapshot", by: []string{usedByMany}, new: withSnapshot(func(r *reference) stores.Snapshot {
		var inside atomic.Int32
		c := r.copy()
		return through{Snapshot: c, get: func(key string) (any, bool) {
			defer inside.Add(-1)
			if inside.Add(1) > 1 {
				panic("two at once")
			}
			giveWay()
			return c.Get(key)
		}}
	})},
}

// reusedPlaces shows in the place of a deleted key's object what came later, as a
// store does whose places are used again while snapshots look.
func reusedPlaces(r *reference) stores.Snapshot {
	c := r.copy()
	return through{Snapshot: c, byIndex: func(name, value string) ([]any, error) {
		keys, err := c.IndexKeys(name, value)
		found := []any{}
		for _, key := range keys {
			obj, _ := c.Get(key)
			if _, exists := r.Get(key); !exists {
				obj = r.newcomer(c, obj)
			}
			found = append(found, obj)
		}
		return found, err
	}}
}

// newcomer is an object that a copy does not have yet.
func (r *reference) newcomer(c *frozen, otherwise any) any {
	for _, key := range r.ListKeys() {
		if _, known := c.Get(key); !known {
			obj, _ := r.Get(key)
			return obj
		}
	}
	return otherwise
}

// inBulk is the reference with other bulk reads.
type inBulk struct {
	*reference
	appendList  func(r *reference, into []any) []any
	all         func(r *reference) iter.Seq2[string, any]
	byIndexAll  func(r *reference, name, value string) (iter.Seq2[string, any], error)
	replaceList func(r *reference, items []stores.Item, rv string)
}

func (b inBulk) AppendList(into []any) []any {
	if b.appendList == nil {
		return b.reference.AppendList(into)
	}
	return b.appendList(b.reference, into)
}

func (b inBulk) All() iter.Seq2[string, any] {
	if b.all == nil {
		return b.reference.All()
	}
	return b.all(b.reference)
}

func (b inBulk) ByIndexAll(name, value string) (iter.Seq2[string, any], error) {
	if b.byIndexAll == nil {
		return b.reference.ByIndexAll(name, value)
	}
	return b.byIndexAll(b.reference, name, value)
}

func (b inBulk) ReplaceList(items []stores.Item, rv string) {
	if b.replaceList == nil {
		b.reference.ReplaceList(items, rv)
		return
	}
	b.replaceList(b.reference, items, rv)
}

func withBulk(b inBulk) stores.Constructor {
	return func(indexers cache.Indexers) stores.Store {
		b := b
		b.reference = &reference{Store: plainStore{rwmutex.New(indexers)}}
		return b
	}
}
