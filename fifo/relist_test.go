package fifo_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/indexer"
	"informerbench/stores/cow"
	"informerbench/stores/mvcc"
	"informerbench/stores/rwmutex"
)

// states are what lists are applied to: with and without transactions that set a version, with and
// without ranges, and client-go's own.
func states() map[string]cache.Store {
	return map[string]cache.Store{
		"client-go":            newState(),
		"indexer over rwmutex": indexer.New(rwmutex.New(nil), nil),
		"indexer over cow":     indexer.New(cow.New(nil), nil),
		"indexer over mvcc":    indexer.New(mvcc.New(nil), nil),
	}
}

// Whatever a list has in common with the state, by pointer or by key, and however often a key
// occurs in it: the handler is told the deletions and then each object in order, and the state
// is the list.
func TestProcessOfRandomLists(t *testing.T) {
	for name := range states() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(60) {
				relistAtRandom(t, seed, states()[name])
			}
		})
	}
}

func relistAtRandom(t *testing.T, seed uint64, state cache.Store) {
	rng := rand.New(rand.NewPCG(seed, 1))
	handler := &log{}
	p := &fifo.Processor{Handler: handler, State: state}
	held := map[string]any{}
	for round := range 8 {
		list := randomList(rng, held, round)
		rv := fmt.Sprint("v", round)
		want, after := told(held, list)
		must(t, p.Process(cache.Deltas{{Type: cache.ReplacedAll, Object: cache.ReplacedAllInfo{ResourceVersion: rv, Objects: list}}}, false))
		deletions := len(want) - len(list)
		slices.Sort(handler.lines[:min(deletions, len(handler.lines))])
		if !slices.Equal(handler.lines, want) {
			t.Fatalf("seed %d, round %d: the handler was told\n%q, want\n%q", seed, round, handler.lines, want)
		}
		handler.lines = nil
		if held = after; len(state.ListKeys()) != len(held) || state.LastStoreSyncResourceVersion() != rv {
			t.Fatalf("seed %d, round %d: %d objects at %q, want %d at %s", seed, round, len(state.ListKeys()), state.LastStoreSyncResourceVersion(), len(held), rv)
		}
		for key, obj := range held {
			if got, _, _ := state.GetByKey(key); got != obj {
				t.Fatalf("seed %d, round %d: %s is %v, want the very %v", seed, round, key, got, obj)
			}
		}
	}
}

// randomList has most of what is held, by pointer, with few or many changes, and in some order.
func randomList(rng *rand.Rand, held map[string]any, round int) (list []any) {
	part := []int{0, 1, 1, 2, 20, 100}[rng.IntN(6)]
	for i := range rng.IntN(100) {
		key := fmt.Sprint("o", i)
		old, exists := held[key]
		switch {
		case exists && rng.IntN(100) >= part:
			list = append(list, old)
		case rng.IntN(3) > 0:
			list = append(list, object(key, 10*round+rng.IntN(10)))
		}
		if rng.IntN(100) < part/2 && len(list) > 0 { // once more
			list = append(list, []any{list[rng.IntN(len(list))], object(key, 10*round)}[rng.IntN(2)])
		}
	}
	if rng.IntN(2) == 0 {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}

// told says what a list on top of what is held means, by brute force.
func told(held map[string]any, list []any) (lines []string, after map[string]any) {
	var l log
	after = map[string]any{}
	for _, obj := range list {
		key, _ := cache.MetaNamespaceKeyFunc(obj)
		old, exists := after[key]
		if !exists {
			old, exists = held[key]
		}
		after[key] = obj
		if exists {
			l.OnUpdate(old, obj)
		} else {
			l.OnAdd(obj, false)
		}
	}
	var gone log
	for key, obj := range held {
		if _, listed := after[key]; !listed {
			gone.OnDelete(cache.DeletedFinalStateUnknown{Key: key, Obj: obj})
		}
	}
	slices.Sort(gone.lines)
	return append(gone.lines, l.lines...), after
}

// Objects that are no pointers may not even be comparable; any key function goes.
func TestProcessOfAListOfValues(t *testing.T) {
	keyFunc := func(obj any) (string, error) {
		if s, ok := obj.([]string); ok && len(s) > 0 {
			return s[0], nil
		}
		return "", errors.New("no key")
	}
	for name, state := range map[string]cache.Store{
		"client-go":         cache.NewStore(keyFunc),
		"indexer over mvcc": indexer.New(mvcc.New(nil), keyFunc),
	} {
		t.Run(name, func(t *testing.T) {
			var calls []string
			note := func(what string) func(any) {
				return func(obj any) { calls = append(calls, fmt.Sprint(what, " ", obj)) }
			}
			p := &fifo.Processor{KeyFunc: keyFunc, State: state, Handler: cache.ResourceEventHandlerFuncs{
				AddFunc: note("add"), DeleteFunc: note("delete"),
				UpdateFunc: func(old, obj any) { calls = append(calls, fmt.Sprint("update ", old, " ", obj)) },
			}}
			a := []string{"a"}
			must(t, p.Process(replacedAll(a, []string{"b"}, []string{"c"}, []string{"d"}, []string{"e"}), false))
			calls = nil
			must(t, p.Process(replacedAll(a, []string{"b", "2"}, []string{"c"}, []string{"f"}, []string{"e"}), false))
			want := []string{"delete {d [d]}", "update [a] [a]", "update [b] [b 2]", "update [c] [c]", "add [f]", "update [e] [e]"}
			if !slices.Equal(calls, want) {
				t.Errorf("told %q, want %q", calls, want)
			}
			if err := p.Process(replacedAll(a, []string{}), false); err == nil {
				t.Error("an object without a key was taken")
			}
			if n := len(state.ListKeys()); n != 5 {
				t.Errorf("a list that failed left %d objects", n)
			}
		})
	}
}
