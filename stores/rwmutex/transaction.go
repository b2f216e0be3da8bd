package rwmutex

import (
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// batchKeep is the largest capacity of the scratch space that stays with an idle
// store: about 400 KB. Informers pop batches of at most 1,000.
const batchKeep = 8192

// Transaction applies the entries in order, under one lock. The resource version
// becomes that of the last entry's object, if readable. When an index function
// fails for any entry it panics, and nothing of the transaction is applied. An
// entry of an unknown type does nothing, as in client-go.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	rv, known := version.OfTransaction(entries)
	s.writers.Lock()
	defer s.writers.Unlock() // deferred, for index functions may panic
	defer s.emptyBatch()
	s.stage(entries)
	s.mu.Lock()
	s.apply(entries)
	if known {
		s.rv = rv
	}
	s.mu.Unlock()
	s.shrink()
	s.waiters.Notify()
}

// stage asks the index functions, which may fail, for the values of all entries. It
// can do so before anything is applied, for none depends on an earlier entry: what
// a replaced object had is read from its places.
func (s *Store) stage(entries []cache.ThreadSafeStoreTransaction) {
	for i := range entries {
		if puts(&entries[i]) {
			s.batch = appendUnder(s.batch, s.set, entries[i].Key, entries[i].Object)
		}
	}
}

// apply cannot fail. The caller holds mu.
func (s *Store) apply(entries []cache.ThreadSafeStoreTransaction) {
	staged, each := s.batch, s.set.Len()
	for i := range entries {
		switch e := &entries[i]; {
		case puts(e):
			s.table.put(e.Key, e.Object, staged[:each])
			staged = staged[each:]
		case e.Type == cache.TransactionTypeDelete:
			s.table.remove(e.Key)
		}
	}
}

func puts(e *cache.ThreadSafeStoreTransaction) bool {
	return e.Type == cache.TransactionTypeAdd || e.Type == cache.TransactionTypeUpdate
}

// emptyBatch lets an idle store hold nothing of an old object, and gives an unusually large
// scratch space back. The caller holds writers.
func (s *Store) emptyBatch() {
	if cap(s.batch) > batchKeep {
		s.batch = nil
		return
	}
	// An index function that failed has left the values of one entry, or a part of
	// them, behind the end.
	clear(s.batch[:min(len(s.batch)+s.set.Len(), cap(s.batch))])
	s.batch = s.batch[:0]
}
