package trace

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// An event's payload is a byte for the resource, one for the type of the event,
// and the object. The bytes are indexes into these lists, which may only grow.
var (
	resources = []workload.Resource{workload.Pods, workload.Nodes, workload.EndpointSlices, workload.Leases, workload.ConfigMaps, workload.Widgets,
		workload.Deployments, workload.Events}
	eventTypes = []watch.EventType{watch.Added, watch.Modified, watch.Deleted}
)

// codec encodes and decodes objects; it is safe for concurrent use.
type codec struct{ protobuf *protobuf.Serializer }

func newCodec() codec {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, discoveryv1.AddToScheme, coordinationv1.AddToScheme, appsv1.AddToScheme} {
		if err := add(scheme); err != nil {
			panic(err) // of a fixed set of kinds
		}
	}
	return codec{protobuf: protobuf.NewSerializer(scheme, scheme)}
}

func (c codec) encode(buf *bytes.Buffer, e workload.Event) error {
	resource, kind := slices.Index(resources, e.Resource), slices.Index(eventTypes, e.Type)
	if resource < 0 || kind < 0 {
		return fmt.Errorf("a trace cannot hold a %q event of resource %q", e.Type, e.Resource)
	}
	buf.WriteByte(byte(resource))
	buf.WriteByte(byte(kind))
	if u, ok := e.Object.(*unstructured.Unstructured); ok {
		data, err := u.MarshalJSON()
		buf.Write(data)
		return err
	}
	return c.protobuf.Encode(e.Object, buf)
}

func (c codec) decode(payload []byte) (workload.Event, error) {
	if len(payload) < 2 || int(payload[0]) >= len(resources) || int(payload[1]) >= len(eventTypes) {
		return workload.Event{}, errors.New("neither a known resource nor a known type of event")
	}
	e := workload.Event{Resource: resources[payload[0]], Type: eventTypes[payload[1]]}
	data := payload[2:]
	if e.Resource == workload.Widgets {
		u := &unstructured.Unstructured{}
		e.Object = u
		return e, u.UnmarshalJSON(data)
	}
	gvk := e.Resource.GroupVersionKind()
	object, actual, err := c.protobuf.Decode(data, &gvk, e.Resource.New())
	if err == nil && *actual != gvk {
		err = fmt.Errorf("a %s where a %s belongs", actual, gvk)
	}
	if err != nil {
		return e, err
	}
	// Typed objects come from a watch without their kind.
	object.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	e.Object = object
	return e, nil
}
