package stores

import "k8s.io/client-go/tools/cache"

// Item is one object under its key.
type Item struct {
	Key    string
	Object any
}

// ListReplacer is a store whose whole content can be exchanged straight from a list,
// without a Go map in between. Every variant of this repository implements it.
type ListReplacer interface {
	// ReplaceList does what Replace does with a map of the same content. Of several
	// items with one key the last counts. Where a variant's layout has an order it
	// follows that of the list, so that objects which were listed together lie together. The
	// slice stays the caller's and may be reused after the call.
	ReplaceList(items []Item, resourceVersion string)
}

// VersionedTransactor is a store that commits a transaction and a resource version as one: a
// list that is compared with what the store holds is then as small as what it changes, where
// Replace builds everything anew. It is optional. A variant has it if readers do not wait for
// a transaction, however large.
type VersionedTransactor interface {
	// TransactionAt does what Transaction does, in the same order, and sets the store's
	// resource version to resourceVersion, as Replace does, whatever its objects say and
	// also if there are no entries. Whoever sees any of it, in the store, in a snapshot or
	// after WaitForVersion, sees all of it. The slice stays the caller's.
	TransactionAt(resourceVersion string, entries ...cache.ThreadSafeStoreTransaction)
}

// Extended is everything that the variants of this repository implement: client-go's
// interface and the interfaces of this package.
type Extended interface {
	Store
	BulkReader
	Snapshotter
	ListReplacer
	VersionWaiter
}
