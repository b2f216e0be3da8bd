package cow

import (
	"sync"
	"sync/atomic"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"

	"k8s.io/client-go/tools/cache"
)

var _ stores.Store = (*Store)(nil)

// Store is a pointer to the current state. Use [New].
type Store struct {
	// current is never nil. A reader loads it once and answers from what it got;
	// loading it twice in one answer would mix two states. It is stored only by
	// publish, under mu.
	current atomic.Pointer[state]
	hash    hasher

	// mu is held by one writer at a time, for the whole of its write, index
	// functions included, so that no write is based on a state that is not the
	// last. Readers never touch it. It guards edits.
	mu    sync.Mutex
	edits uint64 // number of the last edit, published or not
}

// New returns an empty store with the given indexes, which it copies.
func New(indexers cache.Indexers) stores.Store { return newStore(indexers, newHasher()) }

func newStore(indexers cache.Indexers, hash hasher) *Store {
	s := &Store{hash: hash}
	set := indexing.NewSet(indexers)
	s.current.Store(&state{set: set, indexes: make([]index, set.Len())})
	return s
}

// Guarantees lists what the store guarantees, in the fixed words: all of them.
func Guarantees() []stores.Guarantee { return stores.Guarantees() }

// draft starts an edit of the current state; the caller holds mu. The number of the
// edit is new, so it owns none of the nodes of the current state; the nodes of an
// edit that panicked are reachable from nowhere.
func (s *Store) draft() *draft {
	s.edits++
	next := *s.current.Load()
	return &draft{state: &next, edit: s.edits, hash: s.hash}
}

// publish makes the draft what readers see; the caller holds mu. What it relies on:
// every node that the edit changed was made by it, so no reader of an older state
// can reach one; and the store is a release, the readers' load an acquire, so
// whoever sees the pointer sees the nodes complete. From here on no edit owns them,
// for the number is spent. The old state is garbage as soon as its last reader has
// returned; nothing else refers to it.
func (s *Store) publish(d *draft) { s.current.Store(d.state) }
