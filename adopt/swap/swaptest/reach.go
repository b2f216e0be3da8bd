package swaptest

import (
	"reflect"
	"testing"
	"unsafe"

	"k8s.io/client-go/tools/cache"
)

// replaceIndexer sets the private field indexer of client-go's shared informer.
func replaceIndexer(t *testing.T, informer cache.SharedIndexInformer, indexer cache.Indexer) {
	t.Helper()
	field := reflect.ValueOf(informer).Elem().FieldByName("indexer")
	if !field.IsValid() || field.Type() != reflect.TypeFor[cache.Indexer]() {
		t.Fatalf("%T has no field indexer of type cache.Indexer", informer)
	}
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(indexer))
}

// storeInside returns the address of the store in the private field cacheStorage of an
// informer's indexer.
func storeInside(t *testing.T, informer cache.SharedIndexInformer) uintptr {
	t.Helper()
	field := reflect.ValueOf(informer.GetIndexer()).Elem().FieldByName("cacheStorage")
	if !field.IsValid() || field.Type() != reflect.TypeFor[cache.ThreadSafeStore]() {
		t.Fatalf("%T has no field cacheStorage of type cache.ThreadSafeStore", informer.GetIndexer())
	}
	return field.Elem().Pointer()
}
