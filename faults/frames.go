package faults

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/watch"
)

// errCut is the end of a connection in good order, but in the middle of an answer.
var errCut = io.EOF

// injected is the frame that a fault puts between those of the server.
func injected(f Fault, asProtobuf bool) []byte {
	switch f.Kind {
	case GoneEvent:
		s := gone(f.Mode)
		return frame(watch.Error, &s, asProtobuf)
	case ErrorEvent:
		s := status(f.Code, reasonOf(f.Code))
		return frame(watch.Error, &s, asProtobuf)
	case WrongType:
		pod := &corev1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}}
		pod.Namespace, pod.Name, pod.ResourceVersion = "ns-0", "k00", "7"
		return frame(watch.Modified, pod, asProtobuf)
	}
	if asProtobuf {
		return append(binary.BigEndian.AppendUint32(nil, 5), 0xff, 0xff, 0xff, 0xff, 0xff)
	}
	return []byte("{\"type\":\"MODIFIED\",\"object\":{\"kind\":7}}\n")
}

func frame(kind watch.EventType, object runtime.Object, asProtobuf bool) []byte {
	if !asProtobuf {
		raw, err := json.Marshal(object)
		must(err)
		b, err := json.Marshal(metav1.WatchEvent{Type: string(kind), Object: runtime.RawExtension{Raw: raw}})
		must(err)
		return append(b, '\n')
	}
	var raw bytes.Buffer
	must(protobuf.NewSerializer(nil, nil).Encode(object, &raw))
	event := metav1.WatchEvent{Type: string(kind), Object: runtime.RawExtension{Raw: raw.Bytes()}}
	b, err := event.Marshal()
	must(err)
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), b...)
}
