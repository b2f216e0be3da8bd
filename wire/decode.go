package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

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
		return b.foreign(e.raw, runtime.TypeMeta{APIVersion: string(e.apiVersion), Kind: string(e.kind)}, runtime.ContentTypeProtobuf)
	}
	return b.bare(e.raw)
}

// wholeJSON: the kind is read with the rest, so that the bytes are gone through once;
// only an object that is not what it should be is looked at again.
func (b *objects) wholeJSON(data []byte) (runtime.Object, error) {
	object := b.fresh()
	err := b.unmarshalJSON(data, object)
	if err == nil {
		apiVersion, kind := object.GetObjectKind().GroupVersionKind().ToAPIVersionAndKind()
		if b.expects([]byte(apiVersion), []byte(kind)) {
			return b.withoutKind(object), nil
		}
	}
	return b.otherJSON(data, object, err)
}

// otherJSON decodes what failed as the expected kind, or seems to be of another one.
func (b *objects) otherJSON(data []byte, object runtime.Object, failed error) (runtime.Object, error) {
	var is metav1.TypeMeta
	// Not as strict with upper and lower case as the rest: client-go reads the kind so.
	if err := json.Unmarshal(data, &is); err != nil {
		return nil, err
	}
	switch {
	case isStatus(is.APIVersion, is.Kind):
		status := &metav1.Status{}
		err := utiljson.Unmarshal(data, status)
		return b.withoutKind(status), err
	case b.form == dynamic && is.Kind != "", b.expects([]byte(is.APIVersion), []byte(is.Kind)):
		return b.withoutKind(object), failed
	}
	return b.foreign(data, runtime.TypeMeta{APIVersion: is.APIVersion, Kind: is.Kind}, runtime.ContentTypeJSON)
}

// foreign is an object of a kind that was not asked for. Its receiver sees by its type that
// it is not what it expects, and can go on, as a reflector does; to take it for an
// object of the kind, or to drop it, would be worse.
func (b *objects) foreign(raw []byte, is runtime.TypeMeta, contentType string) (runtime.Object, error) {
	if is.Kind == "" || is.APIVersion == "" {
		return nil, errOtherKind(is.APIVersion, is.Kind, b)
	}
	return &runtime.Unknown{TypeMeta: is, Raw: bytes.Clone(raw), ContentType: contentType}, nil
}

// withoutKind: client-go's dynamic client leaves the kind in objects of events, all
// others take it out.
func (b *objects) withoutKind(object runtime.Object) runtime.Object {
	if b.form != dynamic {
		object.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	}
	return object
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
	if b.compact == nil {
		return object, m.Unmarshal(raw)
	}
	if b.next != nil && b.held != nil {
		if held := b.version(keyIn(raw)); held != nil {
			return object, b.next.DecodeNext(raw, object, held)
		}
	}
	return object, b.compact.Decode(raw, object)
}

// item decodes an item of a list, of which l knows what is not in the item.
func (b *objects) item(data []byte, l *listReader) (runtime.Object, error) {
	object, err := b.itemAsSent(data, l)
	if err != nil {
		return object, err
	}
	return b.finished(object, !l.json)
}

func (b *objects) itemAsSent(data []byte, l *listReader) (runtime.Object, error) {
	if !l.json {
		return b.bare(data)
	}
	object := b.fresh()
	if err := b.unmarshalJSON(data, object); err != nil {
		return nil, err
	}
	// Items of built-in types carry no kind. A typed object stays as it came.
	if u, ok := object.(*unstructured.Unstructured); ok && u.GetKind() == "" && u.GetAPIVersion() == "" {
		apiVersion, kind := b.apiVersion, b.kind
		if kind == "" {
			apiVersion, kind = l.apiVersion, strings.TrimSuffix(l.kind, "List")
		}
		u.SetKind(kind)
		u.SetAPIVersion(apiVersion)
	}
	return object, nil
}
