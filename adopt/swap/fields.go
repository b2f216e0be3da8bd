package swap

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// startable is the part of client-go's shared informer that its interface leaves out.
type startable interface {
	cache.SharedIndexInformer
	HasStarted() bool
}

// unwrap returns client-go's shared informer that is behind any number of client-go's
// typed wrappers: since v0.37 a factory's accessors wrap what they return, even twice.
func unwrap(informer cache.SharedIndexInformer) (startable, error) {
	// The types are taken from what client-go makes, so that they are exactly those of the
	// client-go that this program is built with. Nothing is started by making one.
	known := reflect.TypeOf(cache.NewSharedIndexInformer(&cache.ListWatch{}, nil, 0, nil))
	for inner := informer; inner != nil; {
		if reflect.TypeOf(inner) == known {
			if shared, ok := inner.(startable); ok {
				return shared, nil
			}
			break
		}
		next, ok := wrapped(inner, known.Elem().PkgPath())
		if !ok {
			break
		}
		inner = next
	}
	return nil, fmt.Errorf("store not replaced: %T is not client-go's own shared informer: %w; make such informers with package informer and its WithStore", informer, errors.ErrUnsupported)
}

// wrapped looks into a pointer to a struct of client-go's that has nothing but an embedded
// informer, which is an exported field.
func wrapped(informer cache.SharedIndexInformer, pkgPath string) (cache.SharedIndexInformer, bool) {
	v := reflect.ValueOf(informer)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return nil, false
	}
	t := v.Elem().Type()
	if t.PkgPath() != pkgPath || t.NumField() != 1 {
		return nil, false
	}
	if f := t.Field(0); !f.Anonymous || f.Type != reflect.TypeFor[cache.SharedIndexInformer]() {
		return nil, false
	}
	inner, ok := v.Elem().Field(0).Interface().(cache.SharedIndexInformer)
	return inner, ok
}

// storeInIndexer is the private field of client-go's indexer that holds its store.
type storeInIndexer struct{ value reflect.Value }

func storeField(indexer cache.Indexer) (storeInIndexer, error) {
	const name = "cacheStorage"
	known := reflect.TypeOf(cache.NewIndexer(cache.MetaNamespaceKeyFunc, nil))
	v := reflect.ValueOf(indexer)
	if !v.IsValid() || v.Type() != known || v.IsNil() {
		return storeInIndexer{}, fmt.Errorf("store not replaced: the informer's indexer is a %T, not client-go's own %v: %w; somebody has replaced it already", indexer, known, errors.ErrUnsupported)
	}
	if known.Kind() == reflect.Pointer && known.Elem().Kind() == reflect.Struct {
		field, ok := known.Elem().FieldByName(name)
		if ok && len(field.Index) == 1 && field.Type == reflect.TypeFor[cache.ThreadSafeStore]() {
			return storeInIndexer{v.Elem().FieldByIndex(field.Index)}, nil
		}
	}
	return storeInIndexer{}, fmt.Errorf("store not replaced: client-go's %v has no field %s of type cache.ThreadSafeStore in this version: %w; use client-go v0.36 or v0.37, or the constructors of package informer", known, name, errors.ErrUnsupported)
}

// set is a plain write: the informer has not started, and starting it makes goroutines,
// which orders the write before all that they read.
func (f storeInIndexer) set(store stores.Store) {
	// Reflection refuses to set a private field; through its address, with its own type, it
	// is an ordinary variable.
	field := reflect.NewAt(f.value.Type(), unsafe.Pointer(f.value.UnsafeAddr()))
	field.Elem().Set(reflect.ValueOf(store))
}
