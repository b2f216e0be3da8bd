package encoded

import (
	"reflect"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A resource.Quantity writes its text into itself when it is first asked for it. Within a shared
// part that would be a write under the eyes of all other readers, so it is asked before anybody has it.

var quantityType = reflect.TypeFor[resource.Quantity]()

func isTime(t reflect.Type) bool {
	return t == reflect.TypeFor[metav1.Time]() || t == reflect.TypeFor[metav1.MicroTime]()
}

// holdsQuantity tells whether a quantity can be reached from a value of the type.
func holdsQuantity(t reflect.Type) bool { return reaches(t, map[reflect.Type]bool{}) }

func reaches(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == quantityType {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if reaches(t.Field(i).Type, seen) {
				return true
			}
		}
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return reaches(t.Elem(), seen)
	}
	return false
}

// settle makes every quantity below a value keep its text.
func settle(v reflect.Value) {
	if v.Type() == quantityType {
		_ = v.Addr().Interface().(*resource.Quantity).String()
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				settle(v.Field(i))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			settle(v.Elem())
		}
	case reflect.Slice:
		if !isPlain(v.Type().Elem()) {
			for i := range v.Len() {
				settle(v.Index(i))
			}
		}
	case reflect.Map:
		if !isPlain(v.Type().Elem()) {
			settleMap(v)
		}
	}
}

// settleMap: a map's values have no address, so those are settled beside it and put back.
func settleMap(v reflect.Value) {
	value := reflect.New(v.Type().Elem()).Elem()
	for _, key := range v.MapKeys() {
		value.Set(v.MapIndex(key))
		settle(value)
		v.SetMapIndex(key, value)
	}
}

// isPlain: there is nothing to look for in strings and numbers.
func isPlain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Pointer, reflect.Slice, reflect.Map:
		return false
	}
	return true
}
