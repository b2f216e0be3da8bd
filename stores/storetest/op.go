package storetest

import (
	"fmt"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// op is one write, as data: it can be generated, printed, and applied to a
// store as well as to the model. A nil field is not used by the kind.
type op struct {
	kind     opKind
	key      string
	object   any
	rv       string
	items    map[string]any
	entries  []cache.ThreadSafeStoreTransaction
	indexers cache.Indexers
}

type opKind string

const (
	opAdd              opKind = "Add"
	opUpdate           opKind = "Update"
	opDelete           opKind = "Delete"
	opDeleteWithObject opKind = "DeleteWithObject"
	opTransaction      opKind = "Transaction"
	opReplace          opKind = "Replace"
	opBookmark         opKind = "Bookmark"
	opAddIndexers      opKind = "AddIndexers"
	opResync           opKind = "Resync"
)

// opKinds lists all kinds, the usual ones several times, as a weight.
var opKinds = []opKind{
	opAdd, opAdd, opUpdate, opUpdate, opUpdate, opDelete, opDeleteWithObject,
	opTransaction, opTransaction, opTransaction, opReplace, opBookmark, opAddIndexers, opResync,
}

func (o op) String() string {
	switch o.kind {
	case opReplace:
		return fmt.Sprintf("Replace(%v, %q)", o.items, o.rv)
	case opTransaction:
		return fmt.Sprintf("Transaction(%v)", o.entries)
	case opBookmark:
		return fmt.Sprintf("Bookmark(%q)", o.rv)
	case opAddIndexers:
		return fmt.Sprintf("AddIndexers(%v)", sortedNames(o.indexers))
	default:
		return fmt.Sprintf("%s(%.40q, %v)", o.kind, o.key, o.object)
	}
}

// on applies the operation to a store. It passes copies of the maps that a
// store may keep, so that the op can be applied again.
func (o op) on(store stores.Store) error {
	switch o.kind {
	case opAdd:
		store.Add(o.key, o.object)
	case opUpdate:
		store.Update(o.key, o.object)
	case opDelete:
		store.Delete(o.key)
	case opDeleteWithObject:
		store.DeleteWithObject(o.key, o.object)
	case opTransaction:
		store.Transaction(o.entries...)
	case opReplace:
		store.Replace(copyItems(o.items), o.rv)
	case opBookmark:
		store.Bookmark(o.rv)
	case opAddIndexers:
		return store.AddIndexers(o.indexers)
	case opResync:
		return store.Resync()
	}
	return nil
}

// copyItems is never nil, for Replace(nil) has a check of its own.
func copyItems(items map[string]any) map[string]any {
	copied := make(map[string]any, len(items))
	for key, obj := range items {
		copied[key] = obj
	}
	return copied
}

func entry(kind cache.TransactionType, key string, obj any) cache.ThreadSafeStoreTransaction {
	return cache.ThreadSafeStoreTransaction{Key: key, Transaction: cache.Transaction{Type: kind, Object: obj}}
}

func put(key string, obj any) cache.ThreadSafeStoreTransaction {
	return entry(cache.TransactionTypeUpdate, key, obj)
}

func drop(key string, obj any) cache.ThreadSafeStoreTransaction {
	return entry(cache.TransactionTypeDelete, key, obj)
}
