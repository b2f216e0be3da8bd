package apiserver

import (
	"bytes"
	"encoding/binary"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// framer turns the events of one watch into frames: lines of JSON, or protobuf
// messages behind their length in four bytes.
type framer struct {
	resource workload.Resource
	encoder  *encoder
	table    *tableMaker // nil unless the shape is a table
	object   bytes.Buffer
	frame    []byte
}

func newFramer(r *http.Request, kind workload.Kind, f form) (*framer, error) {
	fr := &framer{resource: kind.Resource, encoder: newEncoder(f, kind.GVK)}
	if f.shape != asTable {
		return fr, nil
	}
	var err error
	fr.table, err = newTableMaker(r, kind)
	return fr, err
}

// encode returns the frame of an event, valid until the next call.
func (f *framer) encode(event *watch.Event) ([]byte, error) {
	f.object.Reset()
	if err := f.encoder.write(&f.object, f.shaped(event)); err != nil {
		return nil, err
	}
	if f.encoder.form.protobuf {
		return f.protobuf(event.Type)
	}
	f.frame = append(f.frame[:0], `{"type":"`...)
	f.frame = append(f.frame, event.Type...)
	f.frame = append(f.frame, `","object":`...)
	f.frame = append(f.frame, bytes.TrimRight(f.object.Bytes(), "\n")...)
	f.frame = append(f.frame, "}\n"...)
	return f.frame, nil
}

func (f *framer) shaped(event *watch.Event) runtime.Object {
	if status, ok := event.Object.(*metav1.Status); ok {
		c := *status
		c.TypeMeta = statusKind
		return &c
	}
	if f.table != nil {
		return f.table.event(event)
	}
	return f.encoder.shaped(event.Object)
}

func (f *framer) protobuf(kind watch.EventType) ([]byte, error) {
	m := metav1.WatchEvent{Type: string(kind), Object: runtime.RawExtension{Raw: f.object.Bytes()}}
	size := m.Size()
	f.frame = binary.BigEndian.AppendUint32(f.frame[:0], uint32(size))
	f.frame = append(f.frame, make([]byte, size)...)
	_, err := m.MarshalToSizedBuffer(f.frame[4:])
	return f.frame, err
}
