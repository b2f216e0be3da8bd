package cow

import (
	"context"
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

// Store is a pointer to the current state. Use [New].
type Store struct {
	// current is never nil. A reader loads it once and answers from what it got;
	// loading it twice in one answer would mix two states. It is stored only by
	// publish, under mu.
	current atomic.Pointer[state]
	yield   stores.Yield
	waiters version.Waiters

	// mu is held by one writer at a time, for the whole of its write, index
	// functions included, so that no write is based on a state that is not the
	// last. Readers never touch it. It guards edits.
	mu    sync.Mutex
	edits uint64 // number of the last edit, published or not
}

// Options are what a store can be built with. The zero value is what [New] takes.
type Options struct {
	// Yield is how large a read gives way at its end.
	Yield stores.Yield
}

// New returns an empty store with the given indexes, which it copies.
func New(indexers cache.Indexers) stores.Store { return Options{}.New(indexers) }

// New is a [stores.Constructor] with these options.
func (o Options) New(indexers cache.Indexers) stores.Store {
	return newStore(indexers, o, newHasher())
}

func newStore(indexers cache.Indexers, o Options, hash hasher) *Store {
	s := &Store{yield: o.Yield}
	set := indexing.NewSet(indexers)
	s.current.Store(&state{hash: hash, set: set, indexes: emptyIndexes(set.Len(), 0)})
	return s
}

// Guarantees lists what the store guarantees, in the fixed words: all of them.
func Guarantees() []stores.Guarantee { return stores.Guarantees() }

// draft starts an edit of the current state; the caller holds mu. The number of the
// edit is new, so it owns none of the nodes of the current state; the nodes of an
// edit that panicked are reachable from nowhere.
func (s *Store) draft() draft {
	s.edits++
	next := *s.current.Load()
	return draft{state: &next, edit: s.edits}
}

// publish makes the draft what readers see; the caller holds mu. What it relies on:
// every node that the edit changed was made by it, so no reader of an older state
// can reach one, and arrays that it shares with older states it has written only
// behind their lengths; and the store is a release, the readers' load an acquire, so
// whoever sees the pointer sees the nodes complete. From here on no edit owns them,
// for the number is spent. The old state is garbage as soon as its last reader has
// returned and its last snapshot is dropped; nothing else refers to it.
//
// Waiters are told after that: one that wakes must find the new version.
func (s *Store) publish(d *draft) {
	d.pack()
	s.current.Store(d.state)
	s.waiters.Notify()
}

// WaitForVersion waits until the store is at that resource version or a later one.
// See [stores.VersionWaiter].
func (s *Store) WaitForVersion(ctx context.Context, resourceVersion string) error {
	return s.waiters.Wait(ctx, resourceVersion, s.LastStoreSyncResourceVersion)
}
