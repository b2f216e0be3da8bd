package storetest

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"sync"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// waitingChecks prove the absence of waiting in two ways. Whoever calls an index
// function can be held inside it for as long as the test likes: the other side
// must get through meanwhile. And the runtime's block profile tells whether the
// other side ever waited for a lock under load, which also finds locks that
// are not held around index functions.
func waitingChecks() []check {
	return []check{
		{name: "every read returns while a writer is held", claim: stores.ReadersNeverBlock, verify: readsBesideHeldWriter},
		{name: "no read waits for a lock under load", claim: stores.ReadersNeverBlock, verify: func(s Subject) error {
			return neverBlocked(s, "storetest.readUnderWatch")
		}},
		{name: "every write returns while a reader is held", claim: stores.WritersNeverWait, verify: writesBesideHeldReader},
		{name: "no write waits for a lock under load", claim: stores.WritersNeverWait, verify: func(s Subject) error {
			return neverBlocked(s, "storetest.writeUnderWatch")
		}},
	}
}

// gate is an index function that holds its caller when it is asked about one
// object, until it is opened.
type gate struct {
	object  *object
	once    sync.Once
	reached chan struct{}
	open    chan struct{}
}

func newGate() *gate {
	return &gate{object: tagged("held", "held"), reached: make(chan struct{}), open: make(chan struct{})}
}

func (g *gate) index(obj any) ([]string, error) {
	if obj == any(g.object) {
		g.once.Do(func() { close(g.reached) })
		<-g.open
	}
	return []string{"all"}, nil
}

// hold runs call, which is to reach the gate, and act while it is held there.
func (g *gate) hold(call func(), act func() error) error {
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		call()
	}()
	select {
	case <-g.reached:
	case <-returned: // it never asks the index function, so it cannot be held
	}
	err := within(act)
	close(g.open)
	<-returned
	return err
}

func gated(g *gate) cache.Indexers {
	indexers := only("single", "commas")
	indexers["gate"] = g.index
	return indexers
}

// writes are all ways to write, given an object that some index function
// holds. Those of AddIndexers hold on the stored object "ns/held".
func writes(g *gate) map[string]func(stores.Store) {
	return map[string]func(stores.Store){
		"Add":         func(s stores.Store) { s.Add("ns/new", g.object) },
		"Update":      func(s stores.Store) { s.Update("ns/a", g.object) },
		"Transaction": func(s stores.Store) { s.Transaction(put("ns/b", probe), put("ns/a", g.object), put("ns/c", probe)) },
		"Replace":     func(s stores.Store) { s.Replace(map[string]any{"ns/a": g.object, "ns/b": probe}, "5") },
		"ReplaceList": func(s stores.Store) { replaceList(s, []stores.Item{{Key: "ns/a", Object: g.object}}, "6") },
	}
}

func readsBesideHeldWriter(s Subject) error {
	for name := range writes(newGate()) {
		g := newGate()
		store := s.New(gated(g))
		store.Add("ns/a", tagged("a", "x,y"))
		err := g.hold(func() { writes(g)[name](store) }, func() error { return readsReturn(store, true) })
		if err != nil {
			return fmt.Errorf("a read beside %s: %w", name, err)
		}
	}
	g := newGate()
	store := s.New(only("single", "commas"))
	store.Add("ns/a", tagged("a", "x,y"))
	store.Add("ns/held", g.object)
	adding := func() { _ = store.AddIndexers(cache.Indexers{"gate": g.index}) }
	if err := g.hold(adding, func() error { return readsReturn(store, false) }); err != nil {
		return fmt.Errorf("a read beside AddIndexers: %w", err)
	}
	return nil
}

// readsReturn calls every read; the held write must not be visible to them.
func readsReturn(store stores.Store, alone bool) error {
	obj, exists := store.Get("ns/a")
	if o, ok := obj.(*object); !exists || !ok || o.Name != "a" {
		return fmt.Errorf("a Get shows %v before the write is done", obj)
	}
	if n := len(store.List()); alone && n != 1 {
		return fmt.Errorf("a List shows %d objects before the write is done", n)
	}
	readEverything(store, "ns/b")
	if _, exists := store.GetIndexers()["single"]; !exists {
		return errors.New("GetIndexers lost an index")
	}
	return nil
}

func writesBesideHeldReader(s Subject) error {
	g := newGate()
	store := s.New(gated(g))
	store.Add("ns/a", tagged("a", "x,y"))
	reading := func() { _, _ = store.Index("gate", g.object) }
	err := g.hold(reading, func() error {
		free := newGate() // of another object, which no index function holds
		for _, write := range writes(free) {
			write(store)
		}
		store.Delete("ns/a")
		store.DeleteWithObject("ns/b", probe)
		store.Bookmark("9")
		if err := store.AddIndexers(only("many")); err != nil {
			return err
		}
		readEverything(store, "ns/b") // nor does a third one wait behind the two
		return nil
	})
	if err != nil {
		return fmt.Errorf("a write beside a held Index: %w", err)
	}
	return nil
}

// neverBlocked runs readers beside one writer and fails if the block profile
// saw the named function wait. One writer, for writers may wait for each other.
func neverBlocked(s Subject, function string) error {
	store := s.New(only("single", "constant"))
	store.Replace(allItems(0), "0")
	blocked, where, err := blockedIn(function, func() error {
		return beside(3, scaled(2000), func(round int) { writeUnderWatch(store, round) }, func(int) error {
			readUnderWatch(store)
			return nil
		})
	})
	if err == nil && blocked > 0 {
		err = fmt.Errorf("waited for a lock %d times, such as in%s", blocked, where)
	}
	return err
}

//go:noinline
func writeUnderWatch(store stores.Store, round int) {
	commit(store, round)
	rewrite(store, round)
	store.Bookmark(strconv.Itoa(round))
	if round%100 == 0 {
		_ = store.AddIndexers(cache.Indexers{fmt.Sprint("index", round): shapes["none"]})
	}
}

//go:noinline
func readUnderWatch(store stores.Store) {
	readEverything(store, memberKey(0))
	_, _ = store.ByIndex("constant", "all")
	_, _ = store.Index("single", probe)
	for name := range maps.Keys(store.GetIndexers()) {
		store.ListIndexFuncValues(name)
	}
}
