package indexer

import (
	"iter"

	"informerbench/stores"
)

// Over a store that is a [stores.BulkReader] each of these methods is that of the store.
// Over any other they make do with a list of the store's: at its cost, and with what
// it promises of one list.
var _ stores.BulkReader = (*Indexer)(nil)

// AppendList appends all objects to into, in no order.
func (i *Indexer) AppendList(into []any) []any {
	if store, ok := i.store.(stores.BulkReader); ok {
		return store.AppendList(into)
	}
	return append(into, i.store.List()...)
}

// AppendByIndex appends the objects with the given index value, in no order.
func (i *Indexer) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	if store, ok := i.store.(stores.BulkReader); ok {
		return store.AppendByIndex(into, indexName, indexedValue)
	}
	objects, err := i.store.ByIndex(indexName, indexedValue)
	return append(into, objects...), err
}

// All ranges over all keys and objects, in no order. Over a store that is no
// [stores.BulkReader] the keys are of one state and each object is of the moment at
// which it is reached; what is gone by then is left out.
func (i *Indexer) All() iter.Seq2[string, any] {
	if store, ok := i.store.(stores.BulkReader); ok {
		return store.All()
	}
	return func(yield func(string, any) bool) { i.each(i.store.ListKeys(), yield) }
}

// ByIndexAll ranges over the keys and objects with the given index value, as All does.
func (i *Indexer) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	if store, ok := i.store.(stores.BulkReader); ok {
		return store.ByIndexAll(indexName, indexedValue)
	}
	if _, err := i.store.IndexKeys(indexName, indexedValue); err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		keys, _ := i.store.IndexKeys(indexName, indexedValue) // no error: an index is never taken away
		i.each(keys, yield)
	}, nil
}

// Len is the number of objects, in O(n) over most stores, but without a list of them if the
// store is a [stores.BulkReader] or a [stores.Holder]. Beside writers it is right for some moment of the call.
func (i *Indexer) Len() int {
	if store, ok := i.store.(stores.Holder); ok {
		return store.Len()
	}
	store, ok := i.store.(stores.BulkReader)
	if !ok {
		return len(i.store.ListKeys())
	}
	n := 0
	for range store.All() {
		n++
	}
	return n
}

func (i *Indexer) each(keys []string, yield func(string, any) bool) {
	for _, key := range keys {
		if obj, exists := i.store.Get(key); exists && !yield(key, obj) {
			return
		}
	}
}
