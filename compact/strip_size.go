package compact

import "reflect"

// Sizes are what Go allocates, without the rounding to size classes and a map's spare room:
// estimates, for the statistics only.
const (
	stringHeader = 16
	mapHeader    = 48
	anySize      = 16
)

// sizeOf estimates the heap that a value refers to, besides its own place.
func sizeOf(v reflect.Value) int {
	n := 0
	switch v.Kind() {
	case reflect.String:
		n = v.Len()
	case reflect.Pointer:
		if !v.IsNil() {
			n = int(v.Type().Elem().Size()) + sizeOf(v.Elem())
		}
	case reflect.Slice:
		n = v.Cap() * int(v.Type().Elem().Size())
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return n
		}
		for i := range v.Len() {
			n += sizeOf(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanInterface() { // not unexported: a time's location belongs to everyone
				n += sizeOf(f)
			}
		}
	case reflect.Map:
		if v.IsNil() {
			return 0
		}
		n = mapHeader + v.Len()*int(v.Type().Key().Size()+v.Type().Elem().Size())
		for each := v.MapRange(); each.Next(); {
			n += sizeOf(each.Key()) + sizeOf(each.Value())
		}
	}
	return n
}

// sizeOfAny is sizeOf for the values of unstructured objects.
func sizeOfAny(v any) int {
	switch v := v.(type) {
	case string:
		return stringHeader + len(v)
	case []any:
		n := stringHeader + anySize*cap(v)
		for _, e := range v {
			n += sizeOfAny(e)
		}
		return n
	case map[string]any:
		n := mapHeader + len(v)*(stringHeader+anySize)
		for k, e := range v {
			n += len(k) + sizeOfAny(e)
		}
		return n
	case nil, bool:
		return 0
	}
	return 8
}
