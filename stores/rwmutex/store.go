package rwmutex

import (
	"sync"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

var _ stores.Store = (*Store)(nil)

// Store is one map, its indexes and one lock. Use [New].
type Store struct {
	// mu guards every field below. Writers hold it for the whole of a write or
	// transaction, index functions included, readers for the whole of a read:
	// that alone makes lists consistent and transactions atomic.
	mu       sync.RWMutex
	items    map[string]any
	set      *indexing.Set
	postings []posting // by position in set
	rv       string
	batch    batch // scratch space of the running transaction
}

// New returns an empty store with the given indexes, which it copies.
func New(indexers cache.Indexers) stores.Store {
	set := indexing.NewSet(indexers)
	return &Store{items: map[string]any{}, set: set, postings: newPostings(set.Len())}
}

// Guarantees lists what the store guarantees, in the fixed words.
func Guarantees() []stores.Guarantee {
	return []stores.Guarantee{stores.LinearizablePoints, stores.SnapshotLists, stores.AtomicTransactions}
}

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key, in O(indexes) plus the values that changed. It
// panics, with nothing changed, when an index function fails.
func (s *Store) Update(key string, obj any) {
	rv, known := version.Of(obj)
	s.mu.Lock()
	defer s.mu.Unlock() // deferred, for index functions may panic
	s.put(key, obj)
	if known {
		s.rv = rv
	}
}

// Delete removes key and leaves the store's resource version alone.
func (s *Store) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *Store) DeleteWithObject(key string, obj any) {
	rv, known := version.Of(obj)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(key)
	if known {
		s.rv = rv
	}
}

// Replace exchanges the whole content for items, which the store then owns. It
// indexes them all under the write lock; when an index function fails it
// panics, and the old content stays.
func (s *Store) Replace(items map[string]any, resourceVersion string) {
	if items == nil {
		items = map[string]any{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	postings := newPostings(s.set.Len())
	for key, obj := range items {
		for i := range postings {
			for _, value := range s.set.Value(i, key, obj) {
				postings[i].join(key, value)
			}
		}
	}
	s.items, s.postings, s.rv = items, postings, resourceVersion
}

// AddIndexers adds indexes over what is stored and what will be. It adds all
// or, when a name exists (an error) or a function fails (a panic), none.
func (s *Store) AddIndexers(newIndexers cache.Indexers) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	set, err := s.set.With(newIndexers)
	if err != nil {
		return err
	}
	first := len(s.postings)
	added := newPostings(set.Len() - first)
	for key, obj := range s.items {
		for i := range added {
			for _, value := range set.Value(first+i, key, obj) {
				added[i].join(key, value)
			}
		}
	}
	s.set, s.postings = set, append(s.postings, added...)
	return nil
}

// Bookmark sets the resource version and nothing else.
func (s *Store) Bookmark(rv string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rv = rv
}

// Resync does nothing, as in client-go.
func (s *Store) Resync() error { return nil }
