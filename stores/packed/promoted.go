package packed

import "reflect"

var messageType = reflect.TypeFor[message]()

// speaks tells whether a type, or a pointer to it, has the methods of message.
func speaks(t reflect.Type) bool {
	return t.Implements(messageType) || reflect.PointerTo(t).Implements(messageType)
}

// speaksItself tells whether a struct that has the methods of message must have declared them
// itself. A type that a user made around metav1.ObjectMeta has the methods as well, promoted
// from it: they would encode the metadata and forget the rest.
//
// Reflection does not tell promoted methods from others, but Go's rules do: methods that
// two embedded fields have at the same depth are promoted from neither. Generated API
// types embed TypeMeta and ObjectMeta, which both declare them. Where that does not settle
// it, as with one such field, the answer is no.
func speaksItself(t reflect.Type) bool {
	embedded, declared := 0, 0
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous || !speaks(f.Type) {
			continue
		}
		embedded++
		if embedsNone(f.Type) {
			declared++
		}
	}
	return embedded == 0 || declared >= 2
}

// embedsNone tells whether a type is a struct, or a pointer to one, without an embedded
// field from which it could have the methods of message.
func embedsNone(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && speaks(f.Type) {
			return false
		}
	}
	return true
}
