package syncbench

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/client-go/tools/cache"

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
	new           func(*sources, cache.Indexers) (cache.SharedIndexInformer, error)
}

// Subjects lists what is measured, in the order of the columns. To add one, add it here and to the
// rows that are to have it.
func Subjects() []Subject {
	return []Subject{
		{Base, "client-go's informer over the client of the form", clientGo},
		{Again, "the same once more: noise", clientGo},
		{"ours-mvcc", "our informer over mvcc and the same client", ours((*sources).listerWatcher)},
		{"ours-wire", "our informer over mvcc and our own source", ours((*sources).wired)},
		{"ours-wire-direct", "the same without a queue", ours((*sources).wired, informer.WithQueue(informer.Direct))},
	}
}

func clientGo(s *sources, indexers cache.Indexers) (cache.SharedIndexInformer, error) {
	lw, err := s.listerWatcher()
	if err != nil {
		return nil, err
	}
	return cache.NewSharedIndexInformer(lw, s.example(), 0, indexers), nil
}

func ours(source func(*sources) (cache.ListerWatcher, error), options ...informer.Option) func(*sources, cache.Indexers) (cache.SharedIndexInformer, error) {
	return func(s *sources, indexers cache.Indexers) (cache.SharedIndexInformer, error) {
		lw, err := source(s)
		if err != nil {
			return nil, err
		}
		return informer.NewSharedIndexInformer(lw, s.example(), 0, indexers, append(options, informer.WithStore(mvcc()))...), nil
	}
}

// mvcc panics if there is no such store: the list of subjects is part of the program.
func mvcc() stores.Constructor {
	v, err := catalog.Lookup("mvcc")
	if err != nil {
		panic(err)
	}
	return v.New
}

// Names are those of all subjects.
func Names() (names []string) {
	for _, s := range Subjects() {
		names = append(names, s.Name)
	}
	return names
}

func subjectOf(name string) (Subject, error) {
	i := slices.IndexFunc(Subjects(), func(s Subject) bool { return s.Name == name })
	if i < 0 {
		return Subject{}, fmt.Errorf("unknown informer %q: want some of %s, or all", name, strings.Join(Names(), ", "))
	}
	return Subjects()[i], nil
}
