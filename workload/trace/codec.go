package trace

import (
	"bytes"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"

	"informerbench/workload"
)

// codec encodes and decodes the objects of a trace; it is safe for concurrent use.
type codec struct {
	protobuf *protobuf.Serializer
	kinds    []objectKind // in the order of the header
	index    map[workload.Resource]int
}

type objectKind struct {
	workload.Kind
	goType reflect.Type // nil: unstructured
}

func newCodec(resources []ResourceInfo) *codec {
	c := &codec{protobuf: protobuf.NewSerializer(scheme.Scheme, scheme.Scheme), index: map[workload.Resource]int{}}
	for i, r := range resources {
		k := objectKind{Kind: r.AsKind()}
		if o, err := scheme.Scheme.New(k.GVK); err == nil {
			k.goType = reflect.TypeOf(o)
		}
		c.kinds = append(c.kinds, k)
		c.index[k.Resource] = i
	}
	return c
}

// find returns the kind of a resource and its number.
func (c *codec) find(r workload.Resource) (objectKind, int, error) {
	i, ok := c.index[r]
	if !ok {
		return objectKind{}, 0, fmt.Errorf("the trace's header has no resource %q", r)
	}
	return c.kinds[i], i, nil
}

// encode appends an object in the form in which the API server stores it.
func (k objectKind) encode(c *codec, buf *bytes.Buffer, o runtime.Object) error {
	if k.goType != nil {
		if found := reflect.TypeOf(o); found != k.goType {
			return fmt.Errorf("a %v where a %v belongs, of resource %q", found, k.goType, k.Resource)
		}
		return c.protobuf.Encode(o, buf)
	}
	u, ok := o.(*unstructured.Unstructured)
	if !ok {
		return fmt.Errorf("a %T where an unstructured object belongs, of resource %q", o, k.Resource)
	}
	data, err := u.MarshalJSON()
	buf.Write(data)
	return err
}

func (k objectKind) decode(c *codec, data []byte) (runtime.Object, error) {
	if k.goType == nil {
		u := &unstructured.Unstructured{}
		if err := u.UnmarshalJSON(data); err != nil {
			return nil, err
		}
		return u, k.check(u.GroupVersionKind())
	}
	into := reflect.New(k.goType.Elem()).Interface().(runtime.Object)
	object, actual, err := c.protobuf.Decode(data, &k.GVK, into)
	if err != nil {
		return nil, err
	}
	if err := k.check(*actual); err != nil {
		return nil, err
	}
	// Typed objects come from a watch without their kind.
	object.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	return object, nil
}

func (k objectKind) check(actual schema.GroupVersionKind) error {
	if actual != k.GVK {
		return fmt.Errorf("a %q where a %q belongs", actual, k.GVK)
	}
	return nil
}
