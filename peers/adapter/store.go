package adapter

import (
	"sync"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// Store is an engine behind client-go's interface. Use [New].
type Store struct {
	// writers is held for the whole of a write. Readers never take it.
	writers sync.Mutex
	engine  Engine // guarded by writers
	// now is what readers see. Whoever holds writers publishes here, last of all, and all at once: a
	// reader that has the content has its indexes and its version.
	now atomic.Pointer[view]
}

// view is never changed once it is published.
type view struct {
	State
	indexes *indexes
	version string
}

var _ stores.Store = (*Store)(nil)

// New returns an empty store with copies of the indexers, which may be nil.
func New(e Engine, indexers cache.Indexers) *Store {
	s := &Store{engine: e}
	none := &indexes{positions: map[string]int{}}
	all, err := none.with(indexers)
	if err != nil {
		panic(err) // names of a map do not repeat
	}
	s.now.Store(&view{e.Begin(true).Commit(), all, ""})
	return s
}

// write runs a transaction of the engine and publishes what comes of it. change must not panic: index functions
// have run before.
func (s *Store) write(v *view, anew bool, change func(Tx), version string) {
	tx := s.engine.Begin(anew)
	change(tx)
	s.now.Store(&view{tx.Commit(), v.indexes, version})
}

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key. It panics, with nothing changed, when an index function fails.
func (s *Store) Update(key string, obj any) {
	s.writers.Lock()
	defer s.writers.Unlock() // deferred, for index functions may panic
	v := s.now.Load()
	r := v.indexes.record(key, obj)
	s.write(v, false, func(tx Tx) { tx.Put(r) }, v.next(obj))
}

// Delete removes key and leaves the version alone.
func (s *Store) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the version of obj, if it has one.
func (s *Store) DeleteWithObject(key string, obj any) {
	s.writers.Lock()
	defer s.writers.Unlock()
	v := s.now.Load()
	s.write(v, false, func(tx Tx) { tx.Delete(key) }, v.next(obj))
}

// Transaction applies the entries in order; the version becomes that of the last. When an index function
// fails it panics, and nothing is applied.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	s.writers.Lock()
	defer s.writers.Unlock()
	v := s.now.Load()
	records := make([]*Record, len(entries))
	for i := range entries {
		if e := &entries[i]; e.Type == cache.TransactionTypeAdd || e.Type == cache.TransactionTypeUpdate {
			records[i] = v.indexes.record(e.Key, e.Object)
		}
	}
	s.write(v, false, func(tx Tx) {
		superseded := supersededFor(tx, entries)
		for i, r := range records {
			switch {
			case superseded != nil && superseded[i]:
			case r != nil:
				tx.Put(r)
			case entries[i].Type == cache.TransactionTypeDelete:
				tx.Delete(entries[i].Key)
			}
		}
	}, v.next(entries[len(entries)-1].Object))
}

// supersededFor marks, for a live Tx, the entries whose key has a later one.
func supersededFor(tx Tx, entries []cache.ThreadSafeStoreTransaction) []bool {
	if _, live := tx.(Live); !live {
		return nil
	}
	marks, last := make([]bool, len(entries)), make(map[string]bool, len(entries))
	for i := len(entries) - 1; i >= 0; i-- {
		switch e := &entries[i]; e.Type {
		case cache.TransactionTypeAdd, cache.TransactionTypeUpdate, cache.TransactionTypeDelete:
			marks[i], last[e.Key] = last[e.Key], true
		}
	}
	return marks
}

// Replace exchanges the whole content.
func (s *Store) Replace(items map[string]any, version string) {
	s.writers.Lock()
	defer s.writers.Unlock()
	v := s.now.Load()
	records := make([]*Record, 0, len(items))
	for key, obj := range items {
		records = append(records, v.indexes.record(key, obj))
	}
	s.write(v, true, fill(records), version)
}

// fill puts records into an empty content.
func fill(records []*Record) func(Tx) {
	return func(tx Tx) {
		for _, r := range records {
			tx.Put(r)
		}
	}
}

// AddIndexers adds all or none, over what is stored and what comes.
func (s *Store) AddIndexers(more cache.Indexers) error {
	s.writers.Lock()
	defer s.writers.Unlock()
	v := *s.now.Load()
	all, err := v.indexes.with(more)
	if err != nil || len(more) == 0 {
		return err
	}
	v.indexes = all
	var records []*Record
	for r := range v.All() {
		records = append(records, all.record(r.Key, r.Object))
	}
	s.write(&v, true, fill(records), v.version)
	return nil
}

// Bookmark sets the version and nothing else.
func (s *Store) Bookmark(version string) {
	s.writers.Lock()
	defer s.writers.Unlock()
	v := *s.now.Load()
	v.version = version
	s.now.Store(&v)
}

// Resync does nothing, as in client-go.
func (s *Store) Resync() error { return nil }

// next is the version after a write of obj: its own, or the one before if it has no readable one.
func (v *view) next(obj any) string {
	if m, err := meta.Accessor(obj); err == nil {
		return m.GetResourceVersion()
	}
	return v.version
}
