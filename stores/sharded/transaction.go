package sharded

import (
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Transaction applies the entries in order while it holds the locks of all shards
// that they touch, so that no reader sees it in part. The resource version becomes
// that of the last entry's object, if readable. When an index function fails for any
// entry it panics, and nothing is applied.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	rv, known := version.OfTransaction(entries)
	hashes, touched := route(entries, len(s.locked))
	for done := false; !done; {
		set := s.set.Load()
		done = s.commit(entries, hashes, &touched, set, valuesOfAll(entries, set), rv, known)
	}
	if known {
		s.waiters.Notify()
	}
}

// route returns the hash of each key, and which of n stripes they touch.
func route(entries []cache.ThreadSafeStoreTransaction, n int) (hashes []uint64, touched stripes) {
	hashes = make([]uint64, len(entries))
	for i := range entries {
		hashes[i] = hashOf(entries[i].Key)
		touched.add(stripeOf(hashes[i], n))
	}
	return hashes, touched
}

// valuesOfAll computes the values of all entries, one entry after the other, before
// any of them is applied: this is the part that may fail.
func valuesOfAll(entries []cache.ThreadSafeStoreTransaction, set *indexing.Set) []values {
	all := make([]values, 0, len(entries)*set.Len())
	for i := range entries {
		obj := entries[i].Object
		if !isPut(entries[i].Type) {
			obj = nil // has no values, and its index functions need not run
		}
		all = valuesOf(set, 0, entries[i].Key, obj, all)
	}
	return all
}

func isPut(t cache.TransactionType) bool {
	return t == cache.TransactionTypeAdd || t == cache.TransactionTypeUpdate
}

// commit answers false, with nothing done, when indexes have been added since the
// values were computed.
func (s *Store) commit(entries []cache.ThreadSafeStoreTransaction, hashes []uint64, touched *stripes,
	set *indexing.Set, after []values, rv string, known bool) bool {
	for i := range touched.all {
		s.locked[i].Lock()
	}
	defer func() {
		for i := range touched.all {
			s.locked[i].Unlock()
		}
	}()
	if s.set.Load() != set {
		return false
	}
	n := set.Len()
	for i := range entries {
		l := s.of(hashes[i])
		switch {
		case isPut(entries[i].Type):
			l.put(hashes[i], entries[i].Key, entries[i].Object, after[i*n:(i+1)*n])
		case entries[i].Type == cache.TransactionTypeDelete:
			l.remove(hashes[i], entries[i].Key)
		}
	}
	if known {
		s.locked[touched.first()].set(&s.clock, rv)
	}
	return true
}
