package rwmutex

import (
	"context"
	"sync"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

var _ stores.Extended = (*Store)(nil)

// Store is one map, its indexes and one lock that readers take. Use [New].
type Store struct {
	// writers is held for the whole of a write, index functions included. No reader
	// takes it. Who holds it may read all that mu guards, for nobody else can be
	// changing it. It is locked before mu, never the other way round.
	writers sync.Mutex
	batch   []under // scratch space of a transaction, guarded by writers

	// mu guards the fields below and all they refer to. Readers hold it for the
	// whole of a read, which alone makes lists consistent. Writers hold it only to
	// apply a write that cannot fail any more, and for the whole of that, which
	// makes transactions atomic. Nothing of a user's runs under it.
	mu    sync.RWMutex
	table *table
	set   *indexing.Set // never changes itself; by position as table.indexes
	rv    string

	waiters version.Waiters
}

// New returns an empty store with the given indexes, which it copies.
func New(indexers cache.Indexers) stores.Store {
	set := indexing.NewSet(indexers)
	return &Store{table: newTable(set.Len(), 0), set: set}
}

// Guarantees lists what the store guarantees, in the fixed words.
func Guarantees() []stores.Guarantee {
	return []stores.Guarantee{stores.LinearizablePoints, stores.SnapshotLists, stores.AtomicTransactions, stores.IdenticalObjects}
}

// Bookmark sets the resource version and nothing else.
func (s *Store) Bookmark(rv string) {
	s.mu.Lock()
	s.rv = rv
	s.mu.Unlock()
	s.waiters.Notify()
}

// LastStoreSyncResourceVersion returns the version that the last write set.
func (s *Store) LastStoreSyncResourceVersion() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rv
}

// WaitForVersion waits until the store's resource version is at least the given
// one; see [stores.VersionWaiter].
func (s *Store) WaitForVersion(ctx context.Context, resourceVersion string) error {
	return s.waiters.Wait(ctx, resourceVersion, s.LastStoreSyncResourceVersion)
}

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *Store) GetIndexers() cache.Indexers { return s.functions().Indexers() }

func (s *Store) functions() *indexing.Set {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.set
}

// Resync does nothing, as in client-go.
func (s *Store) Resync() error { return nil }
