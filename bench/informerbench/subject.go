package informerbench

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/adopt/swap"
	"informerbench/informer"
	"informerbench/stores"
	"informerbench/stores/catalog"
)

// Base is the informer that all others are compared with: client-go's as it ships.
const Base = "clientgo"

// Again is the same once more: whatever differs from Base is noise.
const Again = "clientgo-again"

// Subject is an informer under its name in results.
type Subject struct {
	Name, Summary string
	// Snapshots: the store can be read by iterating a snapshot.
	Snapshots bool
	// Aim: it shall reach the targets; the others show what each part does.
	Aim bool
	new func(cache.ListerWatcher, runtime.Object, cache.Indexers) (built, error)
}

// built is an informer that does not run yet, and how to pin a snapshot of its store.
type built struct {
	cache.SharedIndexInformer
	snapshot func() (stores.Snapshot, error)
}

// Subjects lists what is measured, in the order of the columns. To add one, add it here: everything
// else follows.
func Subjects() []Subject {
	mvcc := variant("mvcc")
	unyielding := mvcc.WithYield(stores.NeverYield)
	return []Subject{
		{Name: Base, Summary: "client-go's informer", new: clientGo},
		{Name: Again, Summary: "the same once more: noise", new: clientGo},
		{Name: "clientgo-mvcc-noyield", Summary: "client-go's informer with mvcc under it, without its yield after large reads", Snapshots: true, new: swapped(unyielding)},
		{Name: "clientgo-mvcc", Summary: "client-go's informer with mvcc under it", Snapshots: true, new: swapped(mvcc.New)},
		{Name: "ours-clientgo", Summary: "our informer over client-go's store", new: ours()},
		{Name: "ours-mvcc-noyield", Summary: "our informer over mvcc without its yield", Snapshots: true, new: ours(informer.WithStore(unyielding))},
		{Name: "ours-mvcc", Summary: "our informer over mvcc", Snapshots: true, Aim: true, new: ours(informer.WithStore(mvcc.New))},
		{
			Name: "ours-mvcc-direct", Summary: "our informer over mvcc, without a queue", Snapshots: true, Aim: true,
			new: ours(informer.WithStore(mvcc.New), informer.WithQueue(informer.Direct)),
		},
	}
}

// variant panics for a store that does not exist: the list of subjects is part of the program.
func variant(name string) catalog.Variant {
	v, err := catalog.Lookup(name)
	if err != nil {
		panic(err)
	}
	return v
}

func clientGo(lw cache.ListerWatcher, example runtime.Object, indexers cache.Indexers) (built, error) {
	return withSnapshots(cache.NewSharedIndexInformer(lw, example, 0, indexers)), nil
}

// swapped returns what makes client-go's informer with another store under it.
func swapped(newStore stores.Constructor) func(cache.ListerWatcher, runtime.Object, cache.Indexers) (built, error) {
	return func(lw cache.ListerWatcher, example runtime.Object, indexers cache.Indexers) (built, error) {
		b, err := clientGo(lw, example, indexers)
		if err != nil {
			return b, err
		}
		store, err := swap.Store(b.SharedIndexInformer, newStore)
		if err != nil {
			return b, err
		}
		snapshotter, can := store.(stores.Snapshotter)
		if !can {
			return b, fmt.Errorf("%T has no snapshots: %w", store, errors.ErrUnsupported)
		}
		b.snapshot = func() (stores.Snapshot, error) { return snapshotter.Snapshot(), nil }
		return b, nil
	}
}

// ours returns what makes our informer with these options.
func ours(options ...informer.Option) func(cache.ListerWatcher, runtime.Object, cache.Indexers) (built, error) {
	return func(lw cache.ListerWatcher, example runtime.Object, indexers cache.Indexers) (built, error) {
		return withSnapshots(informer.NewSharedIndexInformer(lw, example, 0, indexers, options...)), nil
	}
}

func withSnapshots(inf cache.SharedIndexInformer) built {
	return built{inf, func() (stores.Snapshot, error) { return informer.Snapshot(inf.GetIndexer()) }}
}

// Names are those of all subjects.
func Names() (names []string) {
	for _, s := range Subjects() {
		names = append(names, s.Name)
	}
	return names
}

func subjectOf(name string) (Subject, error) {
	for _, s := range Subjects() {
		if s.Name == name {
			return s, nil
		}
	}
	return Subject{}, fmt.Errorf("unknown informer %q: want some of %s, or all", name, strings.Join(Names(), ", "))
}

// Share is a subject and in how many of the slow rounds it is measured; 0 is in all.
type Share struct {
	Subject
	SlowRounds int
}

// Shares reads "ours-mvcc,ours-clientgo:2"; "all" is every subject. client-go's informer is always there,
// twice. Those that only show noise or a part take half of the slow rounds if nothing is said.
func Shares(list []string, slowRounds int) ([]Share, error) {
	if len(list) == 1 && list[0] == "all" {
		list = Names()
	}
	chosen := map[string]int{Base: 0, Again: halfOf(slowRounds)}
	for _, text := range list {
		name, rounds, some := strings.Cut(text, ":")
		s, err := subjectOf(name)
		if err != nil {
			return nil, err
		}
		n := 0
		if !s.Aim && name != Base {
			n = halfOf(slowRounds)
		}
		if some {
			if n, err = strconv.Atoi(rounds); err != nil || n < 1 {
				return nil, fmt.Errorf("informer %q: after the colon stands a number of rounds, at least 1", text)
			}
		}
		chosen[name] = n
	}
	var out []Share
	for _, s := range Subjects() {
		if n, ok := chosen[s.Name]; ok {
			out = append(out, Share{s, n})
		}
	}
	return out, nil
}

func halfOf(rounds int) int { return max(rounds/2, 1) }
