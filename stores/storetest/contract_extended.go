package storetest

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// extendedScripts go through ReplaceList and snapshots; a store without them plays
// them with Replace and none.
func extendedScripts() []script {
	a1, a2, b := newObject("n1", "a", "1"), newObject("n2", "a", "2"), newObject("n1", "b", "3")
	usual := only("single", "constant", "label")
	return []script{
		{"ReplaceList exchanges the whole content; of several items with one key the last counts", usual, []op{
			{kind: opAdd, key: "ns/a", object: a1}, {kind: opAdd, key: "ns/x", object: b},
			{kind: opReplaceList, rv: "7", list: []stores.Item{{Key: "ns/b", Object: a1}, {Key: "ns/c"}, {Key: "", Object: a2}, {Key: "ns/b", Object: b}, {Key: "ns/b", Object: "text"}}},
			{kind: opUpdate, key: "ns/b", object: a2}, {kind: opDelete, key: ""},
			{kind: opReplaceList, rv: "8"}, {kind: opAdd, key: "ns/a", object: a1}}},
		{"a snapshot shows its state through every write", usual, []op{
			{kind: opSnapshot}, {kind: opAdd, key: "ns/a", object: a1}, {kind: opAdd, key: "ns/b", object: b}, {kind: opSnapshot},
			{kind: opUpdate, key: "ns/a", object: a2}, {kind: opDelete, key: "ns/b"}, {kind: opSnapshot}, {kind: opAdd, key: "ns/b", object: nil},
			{kind: opTransaction, entries: []cache.ThreadSafeStoreTransaction{drop("ns/a", nil), put("ns/c", a1), put("ns/b", a2)}},
			{kind: opSnapshot}, {kind: opBookmark, rv: "30"}, {kind: opReplace, rv: "40", items: map[string]any{"ns/a": b}}, {kind: opClose, at: 2},
			{kind: opReplaceList, rv: "41", list: []stores.Item{{Key: "ns/d", Object: b}}}, {kind: opForget, at: 1},
			{kind: opDelete, key: "ns/d"}, {kind: opAdd, key: "ns/d", object: a1}}},
		{"a snapshot has the indexes of its state, not those added later", only("single"), []op{
			{kind: opAdd, key: "ns/a", object: a1}, {kind: opSnapshot}, {kind: opAddIndexers, indexers: only("constant", "type")},
			{kind: opSnapshot}, {kind: opUpdate, key: "ns/a", object: "text"}, {kind: opReplace, rv: "9"}}},
	}
}

// deletedAndBack frees and takes many places, of which snapshots know the old holders.
func deletedAndBack() []op {
	var fill, thin, refill op
	fill.kind, thin.kind, refill.kind = opTransaction, opSingles, opSingles
	for i := range 200 {
		fill.entries = append(fill.entries, put(bigKey(i), manyObject(i, 1)))
		if i%3 > 0 {
			thin.entries = append(thin.entries, drop(bigKey(i), nil))
			refill.entries = append(refill.entries, put(bigKey(200+i), manyObject(i, 2)))
		}
	}
	s := op{kind: opSnapshot}
	return []op{fill, s, thin, s, refill, s, fill, s, refill, thin, s}
}

func extendedChecks() []check {
	return []check{
		{name: "a ReplaceList whose index function fails keeps the old state", verify: replaceListFails},
		{name: "the body of a range may use the store", verify: bodyUsesStore},
		{name: "a range shows the state in which it began, whatever its body writes", claim: stores.SnapshotLists, verify: rangeStays},
		{name: "a range whose body panics leaves the store usable", verify: bodyPanics},
		{name: "a snapshot shows keys and objects across deletes and adds of a full store", verify: func(s Subject) error {
			return needing[stores.Snapshotter](s, func() error { return play(s, only("constant", "single"), deletedAndBack()...) })
		}},
		{name: "a snapshot may be used by many at once", verify: snapshotUsedByMany},
	}
}

func replaceListFails(s Subject) error {
	return needing[stores.ListReplacer](s, func() error {
		broken := newObject("n9", "broken", "99")
		broken.broken = true
		list := []stores.Item{{Key: "ns/b", Object: tagged("b", "q")}, {Key: "ns/c", Object: broken}, {Key: "ns/d", Object: tagged("d", "q")}}
		superseded := append(slices.Clone(list), stores.Item{Key: "ns/c", Object: tagged("c", "r")})
		return play(s, only("commas", "constant", "picky", "single"),
			op{kind: opReplace, rv: "1", items: map[string]any{"ns/a": tagged("a", "x,y"), "ns/b": tagged("b", "y")}},
			op{kind: opReplaceList, rv: "2", list: list}, op{kind: opUpdate, key: "ns/a", object: tagged("a", "z")},
			op{kind: opReplaceList, rv: "3", list: superseded}, op{kind: opDelete, key: "ns/c"})
	})
}

// sequences are the store's two kinds of ranges over everything in it, which must
// have been put under the index "constant".
func sequences(bulk stores.BulkReader) (map[string]iter.Seq2[string, any], error) {
	byIndex, err := bulk.ByIndexAll("constant", "all")
	return map[string]iter.Seq2[string, any]{"All": bulk.All(), "ByIndexAll": byIndex}, err
}

// filled is a store of a few hundred objects under the indexes constant and single.
func filled(s Subject) (stores.Store, stores.BulkReader, error) {
	store := s.New(only("single", "constant"))
	bulk, err := as[stores.BulkReader](store)
	refill(store)
	return store, bulk, err
}

func refill(store stores.Store) { store.Replace(allItems(1), "1") }

func bodyUsesStore(s Subject) error {
	store, bulk, err := filled(s)
	if err != nil {
		return err
	}
	all, err := sequences(bulk)
	if err != nil {
		return err
	}
	for name, seq := range all {
		refill(store)
		n := 0
		for range seq {
			if n++; n > 3 {
				continue // a few rounds of everything are enough
			}
			store.Add("ns/new", probe)
			store.Delete(memberKey(n))
			commit(store, 3*n+1)
			readEverything(store, memberKey(0))
			store.Replace(allItems(n), "9")
			replaceList(store, []stores.Item{{Key: "ns/a", Object: probe}}, "10")
			if err := store.AddIndexers(cache.Indexers{fmt.Sprint(name, n): shapes["many"]}); err != nil {
				return err
			}
		}
		if n == 0 {
			return fmt.Errorf("%s ranges over nothing", name)
		}
	}
	return nil
}

// rangeStays writes in the body, a little more with each step, and replaces everything in the end.
func rangeStays(s Subject) error {
	store, bulk, err := filled(s)
	if err != nil {
		return err
	}
	all, err := sequences(bulk)
	if err != nil {
		return err
	}
	for name, seq := range all {
		refill(store)
		var objects []any
		n := 0
		for key, obj := range seq {
			o, ok := obj.(*object)
			if !ok || (o.generation >= 0 && key != memberKey(o.position) && key != visitorKey(o.position)) {
				return fmt.Errorf("%s has %v under %q", name, obj, key)
			}
			objects = append(objects, obj)
			store.Delete(churnKey(n))
			store.Update(memberKey(n%members), member(n%members, 4))
			store.Delete(visitorKey(n % visitors))
			store.Add(fmt.Sprint("new/", n), probe)
			if n++; n == standing/2 {
				store.Replace(map[string]any{"ns/a": probe}, "5")
			}
		}
		seen, err := sight(objects)
		if err := errors.Join(err, seen.whole(1, 1)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func bodyPanics(s Subject) error {
	store, bulk, err := filled(s)
	if err != nil {
		return err
	}
	all, err := sequences(bulk)
	if err != nil {
		return err
	}
	for name, seq := range all {
		p := panicOf(func() {
			for range seq {
				panic("the body's own")
			}
		})
		if p != "the body's own" {
			return fmt.Errorf("%s passes on %v, where its body panicked", name, p)
		}
		refill(store)
		readEverything(store, memberKey(0))
	}
	return nil
}

// snapshotUsedByMany is for the race detector; some variants sort or index what they
// pinned when it is first asked for.
func snapshotUsedByMany(s Subject) error {
	m := newMachine(s, only("single", "constant", "many"))
	snapshotter, err := as[stores.Snapshotter](m.store)
	if err != nil {
		return err
	}
	if err := m.do(op{kind: opReplace, rv: "1", items: allItems(1)}); err != nil {
		return err
	}
	p := pinned{snapshotter.Snapshot(), m.model.freeze()}
	defer p.snapshot.Close()
	return together(6, func(i int) error {
		if i == 0 {
			for generation := range 20 {
				commit(m.store, generation)
			}
		}
		for part := range pinnedParts {
			if err := p.verifyPart((part+i)%pinnedParts, i); err != nil {
				return err
			}
		}
		return nil
	})
}
