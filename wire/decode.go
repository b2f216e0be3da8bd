package wire

import (
	"bytes"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// whole decodes an object that says what it is, as in an event.
func (b *objects) whole(data []byte) (runtime.Object, error) {
	switch {
	case bytes.HasPrefix(data, protobufMagic):
		return b.wholeProtobuf(data[len(protobufMagic):])
	case len(data) > 0 && data[0] == '{':
		return b.wholeJSON(data)
	}
	return nil, errUnknownForm("object", data)
}

func (b *objects) wholeProtobuf(message []byte) (runtime.Object, error) {
	e, err := openEnvelope(message)
	if err != nil {
		return nil, err
	}
	if isStatus(e.apiVersion, e.kind) {
		status := &metav1.Status{}
		return status, status.Unmarshal(e.raw)
	}
	if !b.expects(e.apiVersion, e.kind) {
		return nil, errOtherKind(string(e.apiVersion), string(e.kind), b)
	}
	return b.bare(e.raw)
}

// wholeJSON: the kind is read with the rest, so that the bytes are gone through once;
// only an object that is not what it should be is looked at again.
func (b *objects) wholeJSON(data []byte) (runtime.Object, error) {
	object := b.fresh()
	err := b.unmarshalJSON(data, object)
	kind := object.GetObjectKind().GroupVersionKind()
	apiVersion, name := kind.ToAPIVersionAndKind()
	if err == nil && b.expects([]byte(apiVersion), []byte(name)) {
		if b.form != dynamic {
			object.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{}) // as client-go
		}
		return object, nil
	}
	return b.otherJSON(data, err)
}

// otherJSON decodes what failed as the expected kind.
func (b *objects) otherJSON(data []byte, failed error) (runtime.Object, error) {
	var kind metav1.TypeMeta
	if err := utiljson.Unmarshal(data, &kind); err != nil {
		return nil, err
	}
	switch {
	case isStatus(kind.APIVersion, kind.Kind):
		status := &metav1.Status{}
		err := utiljson.Unmarshal(data, status)
		if b.form != dynamic {
			status.TypeMeta = metav1.TypeMeta{}
		}
		return status, err
	case failed != nil && b.expects([]byte(kind.APIVersion), []byte(kind.Kind)):
		return nil, failed
	}
	return nil, errOtherKind(kind.APIVersion, kind.Kind, b)
}

func (b *objects) unmarshalJSON(data []byte, into runtime.Object) error {
	if u, ok := into.(*unstructured.Unstructured); ok {
		// What UnstructuredJSONScheme does, without the detour through UnmarshalJSON,
		// which reads everything twice.
		u.Object = map[string]any{}
		return utiljson.Unmarshal(data, &u.Object)
	}
	return utiljson.Unmarshal(data, into)
}

var errNoProtobuf = errors.New("the server answered in protobuf, which was not asked for and which these objects do not have")

// bare decodes an object's message.
func (b *objects) bare(raw []byte) (runtime.Object, error) {
	object := b.fresh()
	m, ok := object.(unmarshaler)
	if !ok {
		return nil, errNoProtobuf
	}
	return object, m.Unmarshal(raw)
}

// item decodes an item of a list.
func (b *objects) item(data []byte, json bool) (runtime.Object, error) {
	if !json {
		return b.bare(data)
	}
	object := b.fresh()
	if err := b.unmarshalJSON(data, object); err != nil {
		return nil, err
	}
	// Items of built-in types carry no kind. A typed object stays as it came.
	if u, ok := object.(*unstructured.Unstructured); ok && u.GetKind() == "" && u.GetAPIVersion() == "" {
		u.SetKind(b.kind)
		u.SetAPIVersion(b.apiVersion)
	}
	return object, nil
}
