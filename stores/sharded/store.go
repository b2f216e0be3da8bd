package sharded

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

var _ stores.Extended = (*Store)(nil)

// Store is a number of shards, each with objects, indexes and a lock. Use [New].
type Store struct {
	// locked are the shards, each with its lock. Whoever needs several locks takes
	// them in ascending order, so nobody waits for somebody who waits for him.
	locked []locked

	// set is loaded by writes before they compute values, and compared under the
	// locks; it is stored under all locks. A position in an old set is the same in
	// every later one, and so reads may load it before they lock.
	set atomic.Pointer[indexing.Set]

	// structure is held by Replace and AddIndexers, one at a time: else a Replace
	// that began first could end without the index that was added meanwhile. It
	// is taken before any of the locks.
	structure sync.Mutex

	clock   clock
	waiters version.Waiters
}

const lockedSize = unsafe.Sizeof(locked{})

// locked is a shard with its lock, in cache lines of its own: next to each other, two
// locks would slow each other down as if they were one.
type locked struct {
	lockedShard
	_ [(cacheLine - unsafe.Sizeof(lockedShard{})%cacheLine) % cacheLine]byte
}

type lockedShard struct {
	stamped
	shard // guarded by the lock
}

// New returns an empty store with the given indexes, which it copies. The number of
// shards follows GOMAXPROCS at this moment.
func New(indexers cache.Indexers) stores.Store {
	s := &Store{locked: make([]locked, stripeCount())}
	set := indexing.NewSet(indexers)
	s.set.Store(set)
	for i := range s.locked {
		s.locked[i].shard = newShard(set.Len(), 0)
	}
	return s
}

// Guarantees lists what the store of [New] guarantees, in the fixed words.
func Guarantees() []stores.Guarantee {
	return []stores.Guarantee{stores.LinearizablePoints, stores.SnapshotLists, stores.AtomicTransactions, stores.IdenticalObjects}
}

func (s *Store) of(hash uint64) *locked { return &s.locked[stripeOf(hash, len(s.locked))] }

// rlock takes all locks for reading: then no write is under way anywhere, and what the
// shards hold is one state. Whoever then releases one lock after the other, when it
// is done with that shard, has still read that state.
func (s *Store) rlock() {
	for i := range s.locked {
		s.locked[i].RLock()
	}
}
