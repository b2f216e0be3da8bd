package storetest

import (
	"errors"
	"fmt"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// Names of the checks about index functions that fail. client-go panics, as
// designed, but with the object stored and not, or only partly, indexed
// (kubernetes/kubernetes#43605).
const (
	keptByWrites       = "a write whose index function fails keeps the old state"
	keptByTransactions = "a transaction whose index function fails applies nothing"
	keptByReplace      = "a Replace whose index function fails keeps the old state"
	keptByAddIndexers  = "an AddIndexers whose index function fails adds nothing"
)

// keepsOldState tells whether the model holds for failing index functions.
func (s Subject) keepsOldState() bool {
	for _, name := range []string{keptByWrites, keptByTransactions, keptByReplace, keptByAddIndexers} {
		if s.knownToFail(name) {
			return false
		}
	}
	return true
}

func failingIndexChecks() []check {
	broken := newObject("n9", "broken", "99")
	broken.broken = true
	broken.tags = "x"
	// Around the failing index, in the order of names, are some that succeed.
	around := only("commas", "constant", "many", "picky", "single")
	start := op{kind: opReplace, rv: "1", items: map[string]any{"ns/a": tagged("a", "x,y"), "ns/b": tagged("b", "y")}}
	scripted := func(indexers cache.Indexers, ops ...op) func(Subject) error {
		return func(s Subject) error { return play(s, indexers, append([]op{start}, ops...)...) }
	}
	return []check{
		{name: keptByWrites, verify: scripted(around,
			op{kind: opUpdate, key: "ns/a", object: broken}, op{kind: opAdd, key: "ns/c", object: broken},
			op{kind: opUpdate, key: "ns/a", object: tagged("a", "z")}, op{kind: opDelete, key: "ns/c"})},
		{name: keptByTransactions, verify: scripted(around,
			op{kind: opTransaction, entries: []cache.ThreadSafeStoreTransaction{
				put("ns/a", tagged("a", "q")), put("ns/a", tagged("a", "r")), drop("ns/b", nil), put("ns/c", tagged("c", "x")),
				drop("ns/a", nil), put("ns/b", broken), put("ns/a", tagged("a", "z"))}},
			op{kind: opTransaction, entries: []cache.ThreadSafeStoreTransaction{put("ns/c", broken)}},
			op{kind: opUpdate, key: "ns/a", object: tagged("a", "z")})},
		{name: keptByReplace, verify: scripted(around,
			op{kind: opReplace, rv: "2", items: map[string]any{"ns/b": tagged("b", "q"), "ns/c": broken, "ns/d": tagged("d", "q")}},
			op{kind: opUpdate, key: "ns/a", object: tagged("a", "z")})},
		{name: keptByAddIndexers, verify: scripted(only("single"),
			op{kind: opAdd, key: "ns/c", object: broken},
			op{kind: opAddIndexers, indexers: only("commas", "constant", "picky")},
			op{kind: opDelete, key: "ns/c"}, op{kind: opAddIndexers, indexers: only("commas", "picky")})},
		{name: "Index returns the error of its function", verify: func(s Subject) error {
			store := s.New(around)
			store.Add("ns/a", tagged("a", "x"))
			if list, err := store.Index("picky", broken); !errors.Is(err, errBroken) || len(list) > 0 {
				return fmt.Errorf("an Index = %v, %v, want %v", list, err, errBroken)
			}
			return nil
		}},
		{name: "the panic of a failing index function names key and index", verify: func(s Subject) error {
			store := s.New(around)
			const want = `unable to calculate an index entry for key "ns/a" on index "picky": the object is broken`
			p := panicOf(func() { store.Add("ns/a", broken) })
			if err, ok := p.(error); !ok || err.Error() != want {
				return fmt.Errorf("panicked with %v, want the error %s", p, want)
			}
			return nil
		}},
		{name: "a failing index function leaves no lock held", verify: func(s Subject) error {
			return noLockHeld(s, around, broken)
		}},
		{name: "a panicking index function leaves no lock held", verify: func(s Subject) error {
			around := only("commas", "constant", "single")
			around["picky"] = func(obj any) ([]string, error) {
				if obj == any(broken) {
					panic(errBroken)
				}
				return nil, nil
			}
			return noLockHeld(s, around, broken)
		}},
	}
}

// noLockHeld makes the index "picky" fail in every method that calls index
// functions, and then reads and writes from this goroutine. A lock still held
// shows as a hang, which the caller's guard ends.
func noLockHeld(s Subject, indexers cache.Indexers, broken *object) error {
	for name, call := range map[string]func(stores.Store){
		"Update": func(store stores.Store) { store.Update("ns/a", broken) },
		"Add":    func(store stores.Store) { store.Add("ns/c", broken) },
		"Transaction": func(store stores.Store) {
			store.Transaction(put("ns/b", probe), put("ns/a", broken), put("ns/c", probe))
		},
		"Replace": func(store stores.Store) { store.Replace(map[string]any{"ns/a": broken, "ns/b": probe}, "2") },
		"Index":   func(store stores.Store) { _, _ = store.Index("picky", broken) },
	} {
		store := s.New(indexers)
		store.Add("ns/a", probe)
		if err := failsButLives(store, call); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	store := s.New(only("single"))
	store.Add("ns/a", broken)
	adds := func(store stores.Store) { _ = store.AddIndexers(cache.Indexers{"picky": indexers["picky"]}) }
	if err := failsButLives(store, adds); err != nil {
		return fmt.Errorf("AddIndexers: %w", err)
	}
	return nil
}

func failsButLives(store stores.Store, call func(stores.Store)) error {
	_ = panicOf(func() { call(store) })
	return within(func() error {
		for _, key := range []string{"ns/a", "ns/b", "ns/c", "ns/elsewhere"} {
			store.Get(key)
			store.Delete("ns/unknown/" + key)
			store.Add("ns/new/"+key, probe)
			store.Delete("ns/new/" + key)
		}
		store.List()
		store.Bookmark("9")
		if got := store.LastStoreSyncResourceVersion(); got != "9" {
			return fmt.Errorf("the version is %q after Bookmark(9)", got)
		}
		if _, err := store.ByIndex("single", "ns"); err != nil {
			return err
		}
		store.Replace(map[string]any{"ns/a": probe}, "10")
		if _, exists := store.Get("ns/a"); !exists {
			return errors.New("an object that was put in cannot be found")
		}
		return nil
	})
}
