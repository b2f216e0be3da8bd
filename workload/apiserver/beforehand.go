package apiserver

import (
	"bytes"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// Encoder makes the parts of this package's answers, for a server that encodes everything
// beforehand. Not safe for concurrent use.
type Encoder struct {
	form     form
	items    *encoder
	listKind schema.GroupVersionKind
	framer   *framer
	buffer   bytes.Buffer
}

// NewEncoder returns the encoder of answers to requests for a resource with such Accept headers.
// It fails as the request would, for a resource that the generator does not make, and for tables,
// which are not made beforehand.
func NewEncoder(resource workload.Resource, accept ...string) (*Encoder, error) {
	kind, ok := workload.KindOf(resource)
	if !ok {
		return nil, fmt.Errorf("unknown resource %q", resource)
	}
	f, err := formFor(accept, kind)
	if err != nil {
		return nil, err
	}
	if f.shape == asTable {
		return nil, errNotAcceptable(jsonType + ", " + protobufType)
	}
	e := &Encoder{form: f, framer: &framer{resource: resource, encoder: newEncoder(f, kind.GVK)}}
	e.items, e.listKind = listEncoder(f, kind.GVK)
	return e, nil
}

// Answers tells whether a request with other's Accept headers would get what e makes.
func (e *Encoder) Answers(other *Encoder) bool {
	return e.form == other.form && e.framer.resource == other.framer.resource
}

// ContentType is that of a list, or of a watch.
func (e *Encoder) ContentType(watch bool) string { return e.form.contentType(watch) }

// ListAround returns what stands before and behind items that take so many bytes, with a
// [Encoder.Separator] between each two.
func (e *Encoder) ListAround(meta metav1.ListMeta, items int) (head, tail []byte, err error) {
	if !e.form.protobuf {
		head, err = jsonListHead(e.listKind, meta)
		return head, []byte(jsonListTail), err
	}
	e.buffer.Reset()
	out := protobufWriter{w: &e.buffer}
	out.listHead(e.listKind, &meta, items)
	return bytes.Clone(e.buffer.Bytes()), nil, out.err
}

// Separator stands between two items of a list. It may be empty.
func (e *Encoder) Separator() string {
	if e.form.protobuf {
		return ""
	}
	return jsonSeparator
}

// AppendItem appends an object as it stands in a list.
func (e *Encoder) AppendItem(to []byte, object runtime.Object) ([]byte, error) {
	e.buffer.Reset()
	if !e.form.protobuf {
		err := e.items.write(&e.buffer, e.items.shaped(object))
		return append(to, e.buffer.Bytes()...), err
	}
	m, err := e.items.message(object)
	if err != nil {
		return to, err
	}
	out := protobufWriter{w: &e.buffer}
	out.message(field2, m)
	return append(to, e.buffer.Bytes()...), out.err
}

// AppendFrame appends an event as it stands in a watch.
func (e *Encoder) AppendFrame(to []byte, event watch.Event) ([]byte, error) {
	frame, err := e.framer.encode(&event)
	return append(to, frame...), err
}
