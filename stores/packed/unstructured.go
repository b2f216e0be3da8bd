package packed

import (
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/json"
)

var unstructuredType = reflect.TypeFor[*unstructured.Unstructured]()

// Unstructured encodes *unstructured.Unstructured as JSON in which a whole float stays a
// float, and an object with anything that JSON cannot tell (other numbers than
// int64 and float64, text that is not UTF-8, nil maps and lists that have a type) is refused.
// What comes back is equal, to reflect.DeepEqual.
func Unstructured() Codec {
	return CodecFunc(func(t reflect.Type) Coding {
		if t != unstructuredType {
			return nil
		}
		return content{}
	})
}

type content struct{}

func (content) Append(into []byte, obj any) ([]byte, error) {
	m := obj.(*unstructured.Unstructured).Object
	if m == nil {
		return append(into, "null"...), nil
	}
	return appendValue(into, m, 0)
}

func (content) Decode(data []byte) (any, error) {
	u := &unstructured.Unstructured{}
	if err := json.Unmarshal(data, &u.Object); err != nil {
		return nil, err
	}
	return u, nil
}
