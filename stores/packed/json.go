package packed

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/util/json"
)

// JSON encodes Go types of custom resources, which have no generated protobuf code. Types are
// given by example, such as &v1.Widget{}. They must be pointers to structs whose JSON says
// all that is in them: no fields are left out, and none is kept from JSON. Nobody checks
// that, which is why a type must be named. For the rest see encoding/json.
//
// It panics for an example that is no pointer to a struct.
func JSON(examples ...any) Codec {
	known := map[reflect.Type]bool{}
	for _, example := range examples {
		t := reflect.TypeOf(example)
		if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
			panic(fmt.Sprintf("packed.JSON takes pointers to structs, such as &v1.Widget{}, not a %T", example))
		}
		known[t] = true
	}
	return CodecFunc(func(t reflect.Type) Coding {
		if !known[t] {
			return nil
		}
		return document{t.Elem()}
	})
}

type document struct{ elem reflect.Type }

func (d document) Append(into []byte, obj any) ([]byte, error) {
	data, err := stdjson.Marshal(obj)
	return append(into, data...), err
}

func (d document) Decode(data []byte) (any, error) {
	obj := reflect.New(d.elem).Interface()
	return obj, json.Unmarshal(data, obj)
}
