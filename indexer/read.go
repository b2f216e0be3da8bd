package indexer

import "k8s.io/client-go/tools/cache"

// List returns all objects in no particular order.
func (i *Indexer) List() []any { return i.store.List() }

// ListKeys returns all keys in no particular order.
func (i *Indexer) ListKeys() []string { return i.store.ListKeys() }

// Get returns the stored object that has obj's key. It fails only with a
// [cache.KeyError].
func (i *Indexer) Get(obj any) (item any, exists bool, err error) {
	key, err := i.keyOf(obj)
	if err != nil {
		return nil, false, err
	}
	return i.GetByKey(key)
}

// GetByKey returns the object stored under key; its error is always nil.
func (i *Indexer) GetByKey(key string) (item any, exists bool, err error) {
	item, exists = i.store.Get(key)
	return item, exists, nil
}

// LastStoreSyncResourceVersion returns the newest resource version that the
// store has seen in an object, a Replace or a Bookmark.
func (i *Indexer) LastStoreSyncResourceVersion() string {
	return i.store.LastStoreSyncResourceVersion()
}

// Index returns the objects that share an index value with obj.
func (i *Indexer) Index(indexName string, obj any) ([]any, error) {
	return i.store.Index(indexName, obj)
}

// IndexKeys returns the sorted keys of the objects with the given index value.
func (i *Indexer) IndexKeys(indexName, indexedValue string) ([]string, error) {
	return i.store.IndexKeys(indexName, indexedValue)
}

// ListIndexFuncValues returns the values that the index holds at present.
func (i *Indexer) ListIndexFuncValues(indexName string) []string {
	return i.store.ListIndexFuncValues(indexName)
}

// ByIndex returns the objects with the given index value.
func (i *Indexer) ByIndex(indexName, indexedValue string) ([]any, error) {
	return i.store.ByIndex(indexName, indexedValue)
}

// GetIndexers returns the store's index functions; whether the map is a copy is
// the store's affair.
func (i *Indexer) GetIndexers() cache.Indexers { return i.store.GetIndexers() }
