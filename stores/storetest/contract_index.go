package storetest

import (
	"fmt"
	"maps"
	"slices"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

func indexScripts() []script {
	var opaque []op
	for i, key := range keyUniverse {
		opaque = append(opaque, op{kind: opAdd, key: key, object: newObject("ns", fmt.Sprint(i), "1")})
	}
	for i, key := range keyUniverse {
		if i%2 == 0 {
			opaque = append(opaque, op{kind: opDelete, key: key})
		}
	}
	many := func(values ...string) *object {
		o := newObject("ns", "a", "1")
		o.many = values
		return o
	}
	return []script{
		// kubernetes/kubernetes#109115: an update from one to several values left
		// the object under values it no longer had.
		{"an object moves between overlapping sets of index values", only("commas"), []op{
			{kind: opAdd, key: "ns/k", object: tagged("k", "a")}, {kind: opUpdate, key: "ns/k", object: tagged("k", "a,b")},
			{kind: opUpdate, key: "ns/k", object: tagged("k", "b")}, {kind: opUpdate, key: "ns/k", object: tagged("k", "a,b,c")},
			{kind: opUpdate, key: "ns/k", object: tagged("k", "c,a")}, {kind: opUpdate, key: "ns/k", object: tagged("k", "")}}},
		// kubernetes/kubernetes#11925.
		{"index values may repeat, be empty, or be none", only("many"), []op{
			{kind: opAdd, key: "ns/a", object: many("a", "a", "")}, {kind: opAdd, key: "ns/b", object: many("a")},
			{kind: opUpdate, key: "ns/a", object: many()}, {kind: opUpdate, key: "ns/a", object: many("", "b", "")},
			{kind: opUpdate, key: "ns/a", object: many([]string{}...)}}},
		// grafana/grafana#82871.
		{"keys are opaque bytes", only("single", "commas"), opaque},
		{"an object may have hundreds of index values", only("many"), []op{
			{kind: opAdd, key: "ns/a", object: many(numbered("v", 300)...)}, {kind: opUpdate, key: "ns/a", object: many(numbered("v", 290)...)},
			{kind: opUpdate, key: "ns/a", object: many("v7")}, {kind: opUpdate, key: "ns/a", object: many(numbered("v", 300)...)},
			{kind: opDelete, key: "ns/a"}}},
	}
}

func numbered(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return names
}

// indexerChecks are about which indexes there are.
func indexerChecks() []check {
	stored := op{kind: opReplace, rv: "1", items: map[string]any{
		"ns/a": tagged("a", "x,y"), "ns/b": tagged("b", "y"), "ns/c": nil, "": "text"}}
	scripted := func(indexers cache.Indexers, ops ...op) func(Subject) error {
		return func(s Subject) error { return play(s, indexers, ops...) }
	}
	return []check{
		{name: "AddIndexers indexes what is stored and what comes", verify: scripted(only("single"), stored,
			op{kind: opAddIndexers, indexers: only("commas", "constant")}, op{kind: opUpdate, key: "ns/a", object: tagged("a", "z")},
			op{kind: opAddIndexers, indexers: only("many")}, op{kind: opDelete, key: "ns/b"},
			op{kind: opAddIndexers}, op{kind: opAddIndexers, indexers: cache.Indexers{}})},
		{name: "AddIndexers works on a store that had none", verify: scripted(nil, stored,
			op{kind: opAddIndexers, indexers: only("commas")}, op{kind: opDelete, key: "ns/a"})},
		// crossplane/crossplane#7399.
		{name: "AddIndexers with one existing name adds none", verify: scripted(only("many"), stored,
			op{kind: opAddIndexers, indexers: only("single")},
			op{kind: opAddIndexers, indexers: only("single", "commas")},
			op{kind: opAddIndexers, indexers: only("commas")})},
		{name: "the indexers stay after Replace", verify: scripted(only("single"),
			op{kind: opAddIndexers, indexers: only("commas")}, stored, op{kind: opReplace, rv: "2"}, stored)},
		{name: "the constructor copies the indexers", verify: constructorCopies},
		{name: "IndexKeys come sorted", verify: indexKeysSorted},
		{name: liveIndexers, verify: indexersAreCopied},
		{name: liveIndexersRace, unsafe: "it is a data race, which ends the process", verify: indexersBesideAddIndexers},
	}
}

func constructorCopies(s Subject) error {
	given := only("single")
	m := &machine{store: s.New(given), model: newModel(given)}
	given["commas"] = shapes["commas"]
	if err := m.verify(); err != nil {
		return fmt.Errorf("after the caller changed its map: %w", err)
	}
	if err := m.do(op{kind: opAddIndexers, indexers: only("many")}); err != nil {
		return err
	}
	if len(given) != 2 {
		return fmt.Errorf("AddIndexers wrote to the map of the constructor's caller: %v", sortedNames(given))
	}
	return nil
}

// indexKeysSorted: the order of all other answers is free
// (kubernetes/kubernetes#75730), but that of IndexKeys is relied upon.
func indexKeysSorted(s Subject) error {
	store := s.New(only("constant"))
	for _, name := range numbered("k", 500) {
		store.Add(name, newObject("ns", name, "1"))
	}
	for _, name := range numbered("k", 100) {
		store.Delete(name)
	}
	keys, err := store.IndexKeys("constant", "all")
	if err != nil || len(keys) != 400 || !slices.IsSorted(keys) {
		return fmt.Errorf("IndexKeys returned %d keys, sorted: %v, error: %v", len(keys), slices.IsSorted(keys), err)
	}
	return nil
}

// liveIndexers and liveIndexersRace: a store that hands out its own map of
// indexers (kubernetes/kubernetes#135440).
const (
	liveIndexers     = "GetIndexers returns a copy"
	liveIndexersRace = "GetIndexers may be ranged over while AddIndexers runs"
)

func indexersAreCopied(s Subject) error {
	store := s.New(only("single"))
	store.Add("ns/a", newObject("n1", "a", "1"))
	got := store.GetIndexers()
	got["commas"] = shapes["commas"]
	delete(got, "single")
	if names := sortedNames(store.GetIndexers()); !slices.Equal(names, []string{"single"}) {
		return fmt.Errorf("after a caller changed what it got, GetIndexers has %v, want [single]", names)
	}
	if _, err := store.ByIndex("single", "n1"); err != nil {
		return fmt.Errorf("after a caller changed what it got: %w", err)
	}
	return nil
}

func indexersBesideAddIndexers(s Subject) error {
	store := s.New(only("single"))
	names := numbered("index", scaled(1000))
	read := func(int) error { return ranged(store) }
	return beside(2, len(names), func(i int) {
		_ = store.AddIndexers(cache.Indexers{names[i-1]: shapes["constant"]})
	}, read)
}

func ranged(store stores.Store) error {
	for name := range maps.Keys(store.GetIndexers()) {
		if name == "" {
			return fmt.Errorf("an index without a name")
		}
	}
	return nil
}
