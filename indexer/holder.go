package indexer

import "informerbench/stores"

// Copies tells whether the store shows copies of what was stored, and each at some cost: a
// [stores.Holder]. Then nothing is won by asking for an object only to compare it.
func (i *Indexer) Copies() bool {
	_, copies := i.store.(stores.Holder)
	return copies
}

// Has tells whether there is an object under key.
func (i *Indexer) Has(key string) bool {
	if store, ok := i.store.(stores.Holder); ok {
		return store.Has(key)
	}
	_, exists := i.store.Get(key)
	return exists
}

// Same tells whether there is an object under key, and whether it is obj, in the same version and
// with the same content. It reports known false over a store that is no [stores.Holder]: there
// a Get tells as much.
func (i *Indexer) Same(key string, obj any) (same, exists, known bool) {
	store, ok := i.store.(stores.Holder)
	if !ok {
		return false, false, false
	}
	same, exists = store.Holds(key, obj)
	return same, exists, true
}
