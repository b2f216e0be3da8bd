package wire

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// finished is what becomes of a decoded object before anybody sees it.
func (b *objects) finished(object runtime.Object, isProtobuf bool) (runtime.Object, error) {
	if !b.named.Empty() && reflect.TypeOf(object).Elem() == b.elem {
		object.GetObjectKind().SetGroupVersionKind(b.named)
	}
	object, err := b.transformed(object)
	if err != nil {
		return nil, err
	}
	return b.shared(object, isProtobuf)
}

// transformed applies Options.Transform to an object that was asked for. What comes instead
// of one, such as a Status, is left as it is.
func (b *objects) transformed(object runtime.Object) (runtime.Object, error) {
	if b.transform == nil || reflect.TypeOf(object).Elem() != b.elem {
		return object, nil
	}
	changed, err := b.transform(object)
	if err != nil {
		return nil, fmt.Errorf("transform: %w", err)
	}
	if reflect.TypeOf(changed) != reflect.TypeOf(object) {
		return nil, fmt.Errorf("transform returned a %T for a %T: make Options.Transform return an object of the same type", changed, object)
	}
	return changed.(runtime.Object), nil
}

// isChange tells whether an event is about an object. A bookmark has only a version.
func isChange(t watch.EventType) bool {
	return t == watch.Added || t == watch.Modified || t == watch.Deleted
}
