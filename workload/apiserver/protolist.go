package apiserver

import (
	"encoding/binary"
	"fmt"
	"io"

	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Tags of fields with a length, as protobuf writes them: number<<3 | 2.
const (
	field1 = 1<<3 | 2
	field2 = 2<<3 | 2
)

var protobufPrefix = []byte{'k', '8', 's', 0}

// message is what all generated API types are.
type message interface {
	Size() int
	MarshalToSizedBuffer([]byte) (int, error)
}

// writeProtobufList writes the envelope k8s.io/apimachinery/pkg/runtime.Unknown (type
// in field 1, raw bytes in field 2) around a list (metadata in field 1, items in
// field 2, as in every list type of the API). Lengths come before contents, so items
// are measured in one pass and written in a second.
func writeProtobufList(w io.Writer, items *encoder, kind schema.GroupVersionKind, list *metainternalversion.List) error {
	size := 0
	for _, object := range list.Items {
		m, err := items.message(object)
		if err != nil {
			return err
		}
		size += fieldSize(m.Size())
	}
	out := protobufWriter{w: w}
	out.listHead(kind, &list.ListMeta, size)
	for _, object := range list.Items {
		m, err := items.message(object)
		if err != nil {
			return err
		}
		out.message(field2, m)
	}
	return out.err
}

// listHead writes all of a list that stands before items of that size in all.
func (p *protobufWriter) listHead(kind schema.GroupVersionKind, meta *metav1.ListMeta, items int) {
	p.bytes(protobufPrefix)
	p.message(field1, &runtime.TypeMeta{APIVersion: kind.GroupVersion().String(), Kind: kind.Kind})
	p.head(field2, fieldSize(meta.Size())+items)
	p.message(field1, meta)
}

func (e *encoder) message(object runtime.Object) (message, error) {
	m, ok := e.shaped(object).(message)
	if !ok {
		return nil, fmt.Errorf("%T has no protobuf form", object)
	}
	return m, nil
}

func fieldSize(size int) int {
	return 1 + len(binary.AppendUvarint(nil, uint64(size))) + size
}

// protobufWriter writes fields and keeps the first error.
type protobufWriter struct {
	w      io.Writer
	buffer []byte
	err    error
}

func (p *protobufWriter) bytes(b []byte) {
	if p.err == nil {
		_, p.err = p.w.Write(b)
	}
}

func (p *protobufWriter) head(tag byte, size int) {
	p.buffer = binary.AppendUvarint(append(p.buffer[:0], tag), uint64(size))
	p.bytes(p.buffer)
}

func (p *protobufWriter) message(tag byte, m message) {
	size := m.Size()
	p.head(tag, size)
	if cap(p.buffer) < size {
		p.buffer = make([]byte, size)
	}
	p.buffer = p.buffer[:size]
	if _, err := m.MarshalToSizedBuffer(p.buffer); err != nil && p.err == nil {
		p.err = err
	}
	p.bytes(p.buffer)
}
