package stores

import (
	"context"
	"iter"
)

// BulkReader reads many objects without building a list of its own. Every variant
// of this repository implements it for the store and for its snapshots; client-go's
// store does not.
//
// A variant that claims [SnapshotLists] answers each call, and each range over a
// sequence as a whole, from one committed state; any other says what it promises.
// No variant holds a lock while the body of a range runs, so the body may use the
// store, write to it, wait, and stop early.
type BulkReader interface {
	// AppendList appends all objects to into, in no order, and returns the extended
	// slice, like append. It allocates only if the capacity does not suffice.
	AppendList(into []any) []any
	// AppendByIndex appends the objects under one value of an index, in no order. An
	// unknown index is an error, and into is returned as it was.
	AppendByIndex(into []any, indexName, indexedValue string) ([]any, error)
	// All ranges over all keys and objects, in no order. A range does not copy the
	// store at once, unless the variant says so.
	All() iter.Seq2[string, any]
	// ByIndexAll ranges over the keys and objects under one value of an index, in no
	// order. An unknown index is an error. The sequence may be ranged over many
	// times, each time over the state of that moment.
	ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error)
}

// Snapshotter is a store that can pin one committed state.
type Snapshotter interface {
	// Snapshot pins the state of an instant between call and return. What that costs
	// the caller and later writers is the variant's, and stated there.
	Snapshot() Snapshot
}

// Snapshot is one committed state of a store: whatever is written later, it answers
// the same. It may be used from many goroutines at once. What client-go's store has
// under the same name means the same here.
//
// Close it when done. A forgotten snapshot is no leak: the collector finds it, but
// until then it may cost memory and writers' time.
type Snapshot interface {
	BulkReader

	Get(key string) (item any, exists bool)
	// Len is the number of objects.
	Len() int
	List() []any
	ListKeys() []string
	ByIndex(indexName, indexedValue string) ([]any, error)
	IndexKeys(indexName, indexedValue string) ([]string, error)
	ListIndexFuncValues(indexName string) []string
	// Ascend ranges over the keys not below from, and their objects, in ascending
	// order of the key's bytes; from "" ranges over all. Variants that keep no order sort the
	// keys when it is first called for a snapshot: O(n log n) then, and n strings of
	// memory until the snapshot goes.
	Ascend(from string) iter.Seq2[string, any]
	// ResourceVersion is what LastStoreSyncResourceVersion returned in this state.
	ResourceVersion() string
	// Close gives back what the snapshot holds. Calling it again does nothing. No
	// other method may be called after it, nor run beside it.
	Close()
}

// VersionWaiter is a store that tells when it has caught up: after a write to the
// API server, wait for the version that it returned, and read your own write.
type VersionWaiter interface {
	// WaitForVersion returns nil once the store's resource version is at least
	// resourceVersion, which may be at once. Versions are compared by apimachinery's
	// package resourceversion. A malformed resourceVersion (empty and "0" are) is an
	// error at once, and so is a malformed one in the store, except the empty one
	// of a store that has seen nothing yet, and "0". When ctx ends first the error wraps its
	// cause and names both versions. It holds no lock and polls nothing.
	WaitForVersion(ctx context.Context, resourceVersion string) error
}
