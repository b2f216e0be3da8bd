package sharded

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"

	"k8s.io/client-go/tools/cache"
)

var _ stores.Store = (*Store)(nil)

// Store is a number of shards, each with objects, indexes and a lock. Use [New].
type Store struct {
	seed maphash.Seed

	// locks[i] guards everything in shard i of every generation. The locks are the
	// store's and not the shards', so that a writer that has taken one and then
	// loads the generation cannot be left behind with the lock of an old one.
	// Whoever needs several takes them in ascending order.
	locks []stripe

	// current is loaded by point operations while they hold the lock of the key's
	// shard, and once by reads over several shards, so that those see a Replace as
	// a whole. It is stored only under structure.
	current atomic.Pointer[generation]

	// structure is held by Replace and AddIndexers, one at a time: else a Replace
	// that began first could publish without the index that was added meanwhile. It
	// is taken before any of the locks.
	structure sync.Mutex
}

// generation is the content between two calls of Replace or AddIndexers.
type generation struct {
	set     *indexing.Set
	shards  []*shard
	version *resourceVersion // AddIndexers hands it on, Replace makes a new one
}

// New returns an empty store with the given indexes, which it copies. The number of
// shards follows GOMAXPROCS at this moment.
func New(indexers cache.Indexers) stores.Store {
	n := stripeCount()
	s := &Store{seed: maphash.MakeSeed(), locks: make([]stripe, n)}
	s.current.Store(newGeneration(indexing.NewSet(indexers), n, 0))
	return s
}

// Guarantees lists what the store of [New] guarantees, in the fixed words.
func Guarantees() []stores.Guarantee { return []stores.Guarantee{stores.LinearizablePoints} }

func newGeneration(set *indexing.Set, n, objects int) *generation {
	g := &generation{set: set, shards: make([]*shard, n), version: &resourceVersion{}}
	for i := range g.shards {
		g.shards[i] = newShard(set.Len(), objects/n)
	}
	return g
}

// shardOf takes the key for opaque bytes: a shard for each namespace, say, would
// put a cluster with one large namespace into one shard.
func (s *Store) shardOf(key string) int {
	return int(maphash.String(s.seed, key) % uint64(len(s.locks)))
}
