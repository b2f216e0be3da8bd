package packed

import (
	"fmt"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// message is what the generated code of k8s.io/api and apimachinery gives a type.
type message interface {
	Size() int
	MarshalToSizedBuffer(data []byte) (int, error)
	Unmarshal(data []byte) error
}

// Protobuf encodes the types for which Kubernetes generates protobuf code: those of
// k8s.io/api, and metadata-only objects. What comes back is what an API server would have
// sent in protobuf: semantically equal to an object that came from one (equality.Semantic of
// apimachinery), and an object that was decoded from protobuf comes back exactly (reflect.DeepEqual). In
// others an empty list or map may come back as nil, a time in the local zone, and a quantity in its
// canonical form. What no API server sends is lost: of a time fractions of a second (a MicroTime keeps them), of a
// runtime.RawExtension an Object without Raw. Kind and APIVersion, which are not in the
// message, are kept.
func Protobuf() Codec { return CodecFunc(protobufOf) }

func protobufOf(t reflect.Type) Coding {
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct || !speaks(t) || !speaksItself(t.Elem()) {
		return nil
	}
	p := &protobuf{elem: t.Elem()}
	if obj, ok := reflect.New(p.elem).Interface().(runtime.Object); ok {
		kind := obj.GetObjectKind()
		if _, p.typed = kind.(*metav1.TypeMeta); !p.typed && kind != schema.EmptyObjectKind {
			return nil // it keeps its kind where we would not find it
		}
	}
	return p
}

// protobuf is the coding of one generated type.
type protobuf struct {
	elem  reflect.Type
	typed bool // it has a metav1.TypeMeta
	kinds kinds
}

func (p *protobuf) Append(into []byte, obj any) ([]byte, error) {
	if p.typed {
		into = appendKind(into, typeMeta(obj))
	}
	m := obj.(message)
	from, size := len(into), m.Size()
	into = slices.Grow(into, size)[:from+size]
	n, err := m.MarshalToSizedBuffer(into[from:])
	if err != nil {
		return nil, err
	}
	if n != size {
		return nil, fmt.Errorf("a %v took %d bytes instead of %d: somebody changes it while it is stored", p.elem, n, size)
	}
	return into, nil
}

func (p *protobuf) Decode(data []byte) (any, error) {
	obj := reflect.New(p.elem).Interface()
	if p.typed {
		kind, rest, err := p.kinds.cut(data)
		if err != nil {
			return nil, err
		}
		data = rest
		defer func() { *typeMeta(obj) = kind }() // Unmarshal leaves it alone, but need not
	}
	if err := obj.(message).Unmarshal(data); err != nil {
		return nil, err
	}
	return obj, nil
}

func typeMeta(obj any) *metav1.TypeMeta {
	return obj.(runtime.Object).GetObjectKind().(*metav1.TypeMeta)
}
