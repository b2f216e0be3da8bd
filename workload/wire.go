package workload

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// protobufObject is what every typed object of the Kubernetes API is.
type protobufObject interface {
	runtime.Object
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}

// asDecoded encodes an object and decodes it again, so that it is laid out in
// memory as if it came from a watch: it shares nothing with any other object,
// not even a constant string.
func asDecoded(r Resource, o runtime.Object) runtime.Object {
	copied, err := decodeAgain(r, o)
	if err != nil {
		panic(fmt.Sprintf("workload: a generated object does not survive its own encoding: %v", err))
	}
	return copied
}

func decodeAgain(r Resource, o runtime.Object) (runtime.Object, error) {
	if u, ok := o.(*unstructured.Unstructured); ok {
		data, err := u.MarshalJSON()
		if err != nil {
			return nil, err
		}
		fresh := &unstructured.Unstructured{}
		return fresh, fresh.UnmarshalJSON(data)
	}
	data, err := o.(protobufObject).Marshal()
	if err != nil {
		return nil, err
	}
	fresh := r.New().(protobufObject)
	return fresh, fresh.Unmarshal(data)
}
