package wire

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
)

// shared applies Options.Share to an object that was asked for and that Options.Compact has not decoded.
func (b *objects) shared(object runtime.Object, isProtobuf bool) (runtime.Object, error) {
	if b.share == nil || isProtobuf && b.compact != nil || reflect.TypeOf(object).Elem() != b.elem {
		return object, nil
	}
	var held any
	if b.held != nil {
		if o := b.version(keyOf(object)); o != nil {
			held = o
		}
	}
	changed, err := b.share.TransformNext(held, object)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	if reflect.TypeOf(changed) != reflect.TypeOf(object) {
		return nil, fmt.Errorf("share returned a %T for a %T: make Options.Share return an object of the same type", changed, object)
	}
	return changed.(runtime.Object), nil
}
