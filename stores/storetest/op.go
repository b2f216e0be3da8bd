package storetest

import (
	"fmt"
	"slices"

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
	list     []stores.Item
	entries  []cache.ThreadSafeStoreTransaction
	indexers cache.Indexers
	at       int // which snapshot
}

type opKind string

const (
	opAdd              opKind = "Add"
	opUpdate           opKind = "Update"
	opDelete           opKind = "Delete"
	opDeleteWithObject opKind = "DeleteWithObject"
	opTransaction      opKind = "Transaction"
	opTransactionAt    opKind = "TransactionAt" // by Transaction and Bookmark, where a store has none
	opSingles          opKind = "Singles"       // the entries, each by a call of its own
	opReplace          opKind = "Replace"
	opReplaceList      opKind = "ReplaceList" // by Replace, where a store has none
	opBookmark         opKind = "Bookmark"
	opAddIndexers      opKind = "AddIndexers"
	opResync           opKind = "Resync"
	// What reads: a snapshot is taken, closed or forgotten.
	opSnapshot opKind = "Snapshot"
	opClose    opKind = "Close"
	opForget   opKind = "Forget"
)

// opKinds lists all kinds, the usual ones several times, as a weight.
var opKinds = []opKind{
	opAdd, opAdd, opUpdate, opUpdate, opUpdate, opDelete, opDeleteWithObject,
	opTransaction, opTransaction, opTransaction, opTransactionAt, opSingles, opReplace, opReplaceList, opBookmark, opAddIndexers, opResync,
	opSnapshot, opSnapshot, opClose, opForget,
}

func (o op) String() string {
	switch o.kind {
	case opReplace:
		return fmt.Sprintf("Replace(%v, %q)", o.items, o.rv)
	case opReplaceList:
		return fmt.Sprintf("ReplaceList(%.2000q, %q)", fmt.Sprint(o.list), o.rv)
	case opTransaction, opSingles:
		return fmt.Sprintf("%s(%d: %.2000q)", o.kind, len(o.entries), fmt.Sprint(o.entries))
	case opTransactionAt:
		return fmt.Sprintf("TransactionAt(%q, %d: %.2000q)", o.rv, len(o.entries), fmt.Sprint(o.entries))
	case opBookmark:
		return fmt.Sprintf("Bookmark(%q)", o.rv)
	case opAddIndexers:
		return fmt.Sprintf("AddIndexers(%v)", sortedNames(o.indexers))
	case opResync, opSnapshot, opClose, opForget:
		return fmt.Sprintf("%s(%d)", o.kind, o.at)
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
	case opTransactionAt:
		transactAt(store, o.rv, o.entries)
	case opReplace:
		store.Replace(copyItems(o.items), o.rv)
	case opReplaceList:
		replaceList(store, o.list, o.rv)
	case opBookmark:
		store.Bookmark(o.rv)
	case opAddIndexers:
		return store.AddIndexers(o.indexers)
	case opResync:
		return store.Resync()
	}
	return nil
}

// singles are the entries of opSingles as operations.
func (o op) singles() []op {
	kinds := map[cache.TransactionType]opKind{
		cache.TransactionTypeAdd: opAdd, cache.TransactionTypeUpdate: opUpdate, cache.TransactionTypeDelete: opDeleteWithObject,
	}
	var ops []op
	for _, e := range o.entries {
		if kind, known := kinds[e.Type]; known {
			ops = append(ops, op{kind: kind, key: e.Key, object: e.Object})
		}
	}
	return ops
}

// replaceList reuses the slice after the call, as callers may.
func replaceList(store stores.Store, list []stores.Item, rv string) {
	replacer, ok := store.(stores.ListReplacer)
	if !ok {
		store.Replace(lastOf(list), rv)
		return
	}
	list = slices.Clone(list)
	replacer.ReplaceList(list, rv)
	for i := range list {
		list[i] = stores.Item{Key: "reused", Object: "reused"}
	}
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
