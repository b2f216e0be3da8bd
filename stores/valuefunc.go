package stores

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// ValueFunc is an index function for objects that have at most one value under the
// index; ok is false for one that has none. It spares the slice that a
// [cache.IndexFunc] allocates for each call.
type ValueFunc func(obj any) (value string, ok bool, err error)

// Single makes an index function of f that works in any store. The variants of this
// repository find f in it again, and call that (see [ValueFuncOf]).
//
//go:noinline
func Single(f ValueFunc) cache.IndexFunc {
	// ValueFuncOf knows this closure by its code, which all closures made here share;
	// an inlined copy of Single would have code of its own.
	return func(obj any) ([]string, error) {
		if q, ok := obj.(*question); ok {
			q.answer = f
			return nil, nil
		}
		value, ok, err := f(obj)
		if err != nil || !ok {
			return nil, err
		}
		return []string{value}, nil
	}
}

// question is what ValueFuncOf asks a closure of Single with. Nobody else can make one.
type question struct{ answer ValueFunc }

var (
	singleCode    = codeOf(Single(nil))
	namespaceCode = codeOf(cache.MetaNamespaceIndexFunc)
)

// ValueFuncOf returns the single-valued form of an index function that [Single] made,
// or of [cache.MetaNamespaceIndexFunc]. It knows them by their code, never by the name
// of their index, and calls no other function.
func ValueFuncOf(f cache.IndexFunc) (ValueFunc, bool) {
	if f == nil {
		return nil, false
	}
	switch codeOf(f) {
	case namespaceCode:
		return namespaceOf, true
	case singleCode:
		var q question
		_, _ = f(&q)
		return q.answer, q.answer != nil
	}
	return nil, false
}

func codeOf(f cache.IndexFunc) uintptr { return reflect.ValueOf(f).Pointer() }

// namespaceOf is cache.MetaNamespaceIndexFunc without its slice, its error included.
func namespaceOf(obj any) (string, bool, error) {
	accessor, err := meta.Accessor(obj)
	if err != nil {
		return "", false, fmt.Errorf("object has no meta: %v", err)
	}
	return accessor.GetNamespace(), true, nil
}
