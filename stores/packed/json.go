package packed

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/util/json"
)

// JSON encodes Go types of custom resources, which have no generated protobuf code. Types are
// given by example, such as &v1.Widget{}. They must be pointers to structs whose JSON says
// all that is in them: no fields are left out, and none is kept from JSON. That cannot be seen
// from a type, which is why it must be named. It is looked at in the first 64 objects, and in one of
// 1024 from there on: when one does not come back as it was (semantically equal), objects of the type
// are kept as they are from there on. For the rest see encoding/json.
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
		return &document{elem: t.Elem()}
	})
}

// document is the coding of one type. Its objects are told by JSON until one is not.
type document struct {
	elem   reflect.Type
	number atomic.Uint64 // of objects
	lossy  atomic.Bool
}

const (
	// alwaysChecked is how many objects of a type are checked first, and checkedEach of how
	// many one is checked later.
	alwaysChecked = 64
	checkedEach   = 1024
)

func (d *document) Append(into []byte, obj any) ([]byte, error) {
	if d.lossy.Load() {
		return nil, d.refusal()
	}
	data, err := stdjson.Marshal(obj)
	if err != nil {
		return nil, err
	}
	if n := d.number.Add(1); (n <= alwaysChecked || n%checkedEach == 0) && !d.comesBack(data, obj) {
		d.lossy.Store(true)
		return nil, d.refusal()
	}
	return append(into, data...), nil
}

func (d *document) refusal() error {
	return fmt.Errorf("the JSON of a %v does not tell all that is in it", d.elem)
}

func (d *document) Decode(data []byte) (any, error) {
	obj := reflect.New(d.elem).Interface()
	return obj, json.Unmarshal(data, obj)
}

// comesBack tells whether an object is equal to the one that its bytes give. A type whose methods
// panic on what they themselves wrote does not come back.
func (d *document) comesBack(data []byte, obj any) (back bool) {
	defer func() {
		if recover() != nil {
			back = false
		}
	}()
	got, err := d.Decode(data)
	if err != nil {
		return false
	}
	if equal, known := semanticallyEqual(got, obj); known {
		return equal
	}
	again, err := stdjson.Marshal(got)
	return err == nil && string(again) == string(data)
}
