package mvcc

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

var (
	_ stores.Extended            = (*Store)(nil)
	_ stores.VersionedTransactor = (*Store)(nil)
)

// Store is a multi-version store with an undo log. Use [New].
type Store struct {
	seed  maphash.Seed
	yield stores.Yield

	// generation is what readers read. Replace and shrinking publish another one;
	// everything else happens within it.
	generation atomic.Pointer[generation]
	_          [64]byte // readers shall not lose its cache line to the fields below

	// mu makes writers one after the other: it guards what the generation calls the
	// writer's. No reader takes it.
	mu      sync.Mutex
	scratch scratchOf
	waiters version.Waiters
}

// Options are what can be chosen. The zero value is what [New] takes.
type Options struct {
	// Yield is from how many results on a read gives way once, when it is complete.
	Yield stores.Yield
}

// New returns an empty store with the given indexes, which it copies.
func New(indexers cache.Indexers) stores.Store { return Options{}.New(indexers) }

// New is a [stores.Constructor] for stores with these options.
func (o Options) New(indexers cache.Indexers) stores.Store {
	s := &Store{seed: maphash.MakeSeed(), yield: o.Yield}
	g := newGeneration(s.seed, indexing.NewSet(indexers), 0)
	g.begin(new(string))
	s.generation.Store(g)
	return s
}

// Guarantees lists what the store guarantees, in the fixed words: all.
func Guarantees() []stores.Guarantee { return stores.Guarantees() }

// view returns the present state. Indexes that AddIndexers has published by now are
// complete in it, if they are loaded before the view is made.
func (s *Store) view() view { return s.generation.Load().view() }
