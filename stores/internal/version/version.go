// Package version holds client-go's rules for the resource version of a store:
// which write sets it, and to what.
//
// Add, Update and DeleteWithObject set it to that of their object, a transaction
// to that of its last entry's object, a delete's included. An object without
// readable metadata, and so a nil one, leaves it alone, and with that Delete. A
// readable but empty version is set like any other. Replace and Bookmark set it
// to their argument, even if empty. No write compares versions: the last one wins.
package version

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// Of returns the resource version of an object; ok is false when it has no
// readable metadata and must leave the store's version alone. It allocates nothing.
func Of(obj any) (rv string, ok bool) {
	accessor, err := meta.Accessor(obj)
	if err != nil {
		return "", false
	}
	return accessor.GetResourceVersion(), true
}

// OfTransaction returns the resource version that a transaction sets: that of
// its last entry. An empty transaction sets none.
func OfTransaction(entries []cache.ThreadSafeStoreTransaction) (rv string, ok bool) {
	if len(entries) == 0 {
		return "", false
	}
	return Of(entries[len(entries)-1].Object)
}
