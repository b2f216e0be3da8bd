package wire

import (
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"
)

// unmarshaler is what every type with a protobuf form is.
type unmarshaler interface{ Unmarshal([]byte) error }

type form int

const (
	typed form = iota
	dynamic
	metadata
)

// objects makes objects of one kind. It is not changed once made, so that all decoders
// share it.
type objects struct {
	form form
	elem reflect.Type // the struct of an object
	list reflect.Type // the struct of a list
	// What the server should call them. apiVersion is empty if that is not known.
	apiVersion, kind string
	// listName is another name that a list may have, besides kind and "List".
	listName string
	layout   layout
	json     bool // no protobuf form, or none wanted
	// All of these may be nil.
	compact   ProtobufDecoder
	next      NextDecoder // compact, if it is one
	transform cache.TransformFunc
	share     Sharer
	held      Held // of one request's receiver
	// named is set on objects of which only the metadata came; empty for none.
	named schema.GroupVersionKind
}

func newObjects(o Options, version schema.GroupVersion) *objects {
	t := reflect.TypeOf(o.Example)
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("wire: Options.Example is a %T, not a pointer to a struct", o.Example))
	}
	kind := o.Example.GetObjectKind().GroupVersionKind()
	b := &objects{
		elem: t.Elem(), layout: usualLayout, json: o.Encoding == JSON,
		compact: o.Compact, transform: o.Transform, share: o.Share,
	}
	b.next, _ = o.Compact.(NextDecoder)
	b.apiVersion, b.kind = kind.ToAPIVersionAndKind()
	if kind.Version == "" {
		b.apiVersion = version.String()
	}
	switch o.Example.(type) {
	case *unstructured.Unstructured:
		b.form, b.list, b.json = dynamic, reflect.TypeFor[unstructured.UnstructuredList](), true
		if o.Encoding == Protobuf {
			panic("wire: unstructured objects have no protobuf form: leave Options.Encoding empty")
		}
	case *metav1.PartialObjectMetadata:
		b.form, b.list = metadata, reflect.TypeFor[metav1.PartialObjectMetadataList]()
		b.apiVersion, b.kind = metav1.SchemeGroupVersion.String(), "PartialObjectMetadata"
	default:
		b.setTyped(o)
	}
	return b
}

func (b *objects) setTyped(o Options) {
	if b.kind == "" {
		b.kind = b.elem.Name()
	}
	if _, ok := o.Example.(unmarshaler); !ok {
		if o.Encoding == Protobuf {
			panic(fmt.Sprintf("wire: %T has no protobuf form: leave Options.Encoding empty", o.Example))
		}
		b.json = true
	}
	b.list = reflect.TypeFor[internalversion.List]()
	if o.List != nil {
		b.list = reflect.TypeOf(o.List).Elem()
		b.listName = b.list.Name()
		b.layout = layoutOf(b.list, b.elem)
	}
}

// fresh returns a new, empty object.
func (b *objects) fresh() runtime.Object { return reflect.New(b.elem).Interface().(runtime.Object) }

// isStatus tells whether a kind is the one that tells of failure.
func isStatus[S string | []byte](apiVersion, kind S) bool {
	return string(kind) == "Status" && string(apiVersion) == "v1"
}

// expects tells whether a kind is the one that was asked for.
func (b *objects) expects(apiVersion, kind []byte) bool {
	known := b.apiVersion != "" && string(apiVersion) == b.apiVersion || b.apiVersion == "" && len(apiVersion) > 0
	if b.kind == "" { // any but a failure
		return known && len(kind) > 0 && !isStatus(apiVersion, kind)
	}
	return known && string(kind) == b.kind
}

// checkList refuses a list of something else. client-go's typed clients take it for
// an empty list, its metadata clients take metadata from any.
func (b *objects) checkList(h *listHead) error {
	list := &objects{apiVersion: b.apiVersion, kind: b.kind + "List"}
	if kind, ok := strings.CutSuffix(h.kind, "List"); ok && b.kind == "" && kind != "" {
		list.kind = h.kind
	}
	if b.listName != "" && h.kind == b.listName {
		list.kind = b.listName
	}
	if list.expects([]byte(h.apiVersion), []byte(h.kind)) {
		return nil
	}
	if b.form == metadata && h.json != nil && !isStatus(h.apiVersion, h.kind) {
		return nil // the server cannot leave the rest away, and sent whole objects
	}
	return errOtherKind(h.apiVersion, h.kind, list)
}
