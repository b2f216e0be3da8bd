package indexer

import (
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// ApplyKeyed applies entries in order, in one transaction of the store, for a caller that
// knows the keys already: no key is computed and nothing is kept of the slice. The keys
// must be those of the indexer's key function. It reports false, with nothing applied,
// over a store without transactions and for an indexer that transforms; Transaction
// knows what to do then.
func (i *Indexer) ApplyKeyed(entries []cache.ThreadSafeStoreTransaction) bool {
	store, ok := i.store.(cache.ThreadSafeStoreWithTransaction)
	if !ok || i.transform != nil {
		return false
	}
	if len(entries) > 0 {
		store.Transaction(entries...)
	}
	return true
}

// ApplyKeyedAt is ApplyKeyed in a transaction that sets the store's resource version as well: the
// difference between what the store has and a new list of that version. It reports
// false, with nothing applied, also over a store that is no [stores.VersionedTransactor].
func (i *Indexer) ApplyKeyedAt(entries []cache.ThreadSafeStoreTransaction, resourceVersion string) bool {
	store, ok := i.store.(stores.VersionedTransactor)
	if !ok || i.transform != nil {
		return false
	}
	store.TransactionAt(resourceVersion, entries...)
	return true
}
