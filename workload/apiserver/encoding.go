package apiserver

import (
	"encoding/json"
	"io"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
)

var (
	metadataKind  = metav1.SchemeGroupVersion.WithKind("PartialObjectMetadata")
	protobufCodec = protobuf.NewSerializer(nil, nil)
)

// encoder turns objects into bytes. Objects of the source are shared and carry no
// kind, so an encoder copies each, shallowly, into a scratch object of its own and
// sets the kind there. Not safe for concurrent use.
type encoder struct {
	form    form
	kind    schema.GroupVersionKind
	scratch runtime.Object
}

func newEncoder(f form, kind schema.GroupVersionKind) *encoder {
	return &encoder{form: f, kind: kind}
}

// shaped returns the object as the form wants it, with its kind. The result is valid
// until the next call.
func (e *encoder) shaped(object runtime.Object) runtime.Object {
	if e.form.shape == metadata {
		return metadataOf(object)
	}
	return e.withKind(object, e.kind)
}

func (e *encoder) withKind(object runtime.Object, kind schema.GroupVersionKind) runtime.Object {
	if _, ok := object.(runtime.Unstructured); ok {
		return object // carries its kind
	}
	if e.scratch == nil || reflect.TypeOf(e.scratch) != reflect.TypeOf(object) {
		e.scratch = reflect.New(reflect.TypeOf(object).Elem()).Interface().(runtime.Object)
	}
	reflect.ValueOf(e.scratch).Elem().Set(reflect.ValueOf(object).Elem())
	e.scratch.GetObjectKind().SetGroupVersionKind(kind)
	return e.scratch
}

// metadataOf returns an object's metadata alone, as a copy that shares its maps.
func metadataOf(object runtime.Object) *metav1.PartialObjectMetadata {
	p := &metav1.PartialObjectMetadata{}
	if holder, ok := object.(metav1.ObjectMetaAccessor); ok {
		if meta, ok := holder.GetObjectMeta().(*metav1.ObjectMeta); ok {
			p.ObjectMeta = *meta
		} else {
			p.ObjectMeta = copyMeta(holder.GetObjectMeta())
		}
	} else if meta, ok := object.(metav1.Object); ok {
		p.ObjectMeta = copyMeta(meta)
	}
	p.SetGroupVersionKind(metadataKind)
	return p
}

// copyMeta takes the metadata of an unstructured object, field by field.
func copyMeta(meta metav1.Object) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Name: meta.GetName(), GenerateName: meta.GetGenerateName(), Namespace: meta.GetNamespace(),
		UID: meta.GetUID(), ResourceVersion: meta.GetResourceVersion(), Generation: meta.GetGeneration(),
		CreationTimestamp: meta.GetCreationTimestamp(), DeletionTimestamp: meta.GetDeletionTimestamp(),
		DeletionGracePeriodSeconds: meta.GetDeletionGracePeriodSeconds(),
		Labels:                     meta.GetLabels(), Annotations: meta.GetAnnotations(),
		OwnerReferences: meta.GetOwnerReferences(), Finalizers: meta.GetFinalizers(),
		ManagedFields: meta.GetManagedFields(),
	}
}

// write encodes an object that has its shape and kind.
func (e *encoder) write(w io.Writer, object runtime.Object) error {
	if e.form.protobuf {
		return protobufCodec.Encode(object, w)
	}
	b, err := json.Marshal(object)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}
