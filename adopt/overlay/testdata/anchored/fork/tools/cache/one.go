// Package cache stands for a fork that does not compile.
package cache

func NewThreadSafeStore(indexers Indexers, indices Indices, opts ...ThreadSafeStoreOption) ThreadSafeStore {
	return nil
}
