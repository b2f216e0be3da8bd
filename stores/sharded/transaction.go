package sharded

import (
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Transaction applies the entries in order while it holds the locks of all shards
// that they touch. Therefore no Get sees an older state of any of its keys once
// some Get has seen a newer one. A read over several shards locks them one after
// the other and may see a transaction in part.
//
// The resource version becomes that of the last entry's object, if readable. When
// an index function fails for any entry it panics, and nothing is applied.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	rv, known := version.OfTransaction(entries)
	shards, touched := s.route(entries)
	for done := false; !done; {
		set := s.current.Load().set
		done = s.commit(entries, shards, &touched, set, valuesOf(entries, set), rv, known)
	}
}

// route returns the shard of each entry, and all of them as a set.
func (s *Store) route(entries []cache.ThreadSafeStoreTransaction) (shards []uint8, touched stripes) {
	shards = make([]uint8, len(entries))
	for i := range entries {
		shard := s.shardOf(entries[i].Key)
		shards[i] = uint8(shard)
		touched.add(shard)
	}
	return shards, touched
}

// valuesOf computes the values of all entries, one index after the other, before
// any of them is applied: this is the part that may fail.
func valuesOf(entries []cache.ThreadSafeStoreTransaction, set *indexing.Set) [][]string {
	values := make([][]string, 0, len(entries)*set.Len())
	for i := range entries {
		obj := entries[i].Object
		if !isPut(entries[i].Type) {
			obj = nil // has no values, and its index functions need not run
		}
		values = set.Values(entries[i].Key, obj, values)
	}
	return values
}

func isPut(t cache.TransactionType) bool {
	return t == cache.TransactionTypeAdd || t == cache.TransactionTypeUpdate
}

// commit answers false, with nothing done, when indexes have been added since the
// values were computed.
func (s *Store) commit(entries []cache.ThreadSafeStoreTransaction, shards []uint8, touched *stripes,
	set *indexing.Set, values [][]string, rv string, known bool) bool {
	touched.lock(s.locks)
	defer touched.unlock(s.locks)
	now := s.current.Load()
	if now.set != set {
		return false
	}
	n := set.Len()
	for i := range entries {
		shard := now.shards[shards[i]]
		switch {
		case isPut(entries[i].Type):
			shard.put(entries[i].Key, entries[i].Object, values[i*n:(i+1)*n])
		case entries[i].Type == cache.TransactionTypeDelete:
			shard.remove(entries[i].Key)
		}
	}
	if known {
		now.version.set(rv) // after all of them, and while nobody can read any
	}
	return true
}
