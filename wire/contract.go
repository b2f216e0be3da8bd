package wire

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// ItemLister is what a source may offer besides cache.ListerWatcher: one list request
// whose items are handed over as they arrive, decoded, in order.
type ItemLister interface {
	// ListItems calls visit with runs of items, in the list's order, one call after the
	// other and none after ListItems has returned. The items are the callee's to
	// keep, the slice is used again. An error of visit ends the request and is returned
	// as it is.
	//
	// The metadata (version, continue token, remaining count) is returned at the end,
	// because a server may send it behind the items. With an error the items visited so
	// far are the beginning of a list that was not received whole.
	ListItems(ctx context.Context, options metav1.ListOptions, visit func(items []runtime.Object) error) (metav1.ListMeta, error)
}

// BatchWatch is what a watch may offer besides watch.Interface: whole batches of
// decoded events, in order.
type BatchWatch interface {
	watch.Interface
	// Batches returns the channel of batches, the same one in every call. It is used
	// instead of ResultChan, which must then not be called. A batch has at least one
	// event and belongs to the receiver. The channel is closed when the stream has
	// ended; an error comes as an event of type Error, the last one.
	//
	// Decoding runs ahead of the receiver within a bound in bytes. An event never waits
	// for others to fill a batch.
	Batches() <-chan []watch.Event
	// Recycle gives a batch back that came from Batches, so that its memory is used
	// again. The receiver must not touch the slice afterwards; the objects are not
	// concerned. Calling it is optional. Safe for concurrent use.
	Recycle(batch []watch.Event)
}

// ProtobufDecoder decodes objects in another way than their own Unmarshal, such as
// compact/encoded's Decoder, which lets them share what they have in common.
type ProtobufDecoder interface {
	// Decode sets an empty typed object from its protobuf message. It must not keep the
	// message, and is called by many goroutines at once.
	Decode(message []byte, into runtime.Object) error
}

// NextDecoder is what a ProtobufDecoder may be as well, for receivers that hold objects already ([WithHeld]).
type NextDecoder interface {
	ProtobufDecoder
	// DecodeNext is Decode with what is held under the object's key, which is only read. It may be of
	// another type.
	DecodeNext(message []byte, into, held runtime.Object) error
}

// Sharer lets decoded objects share what they have in common, such as compact's Sharer.
type Sharer interface {
	// TransformNext returns the object, which it may change, or another one of its type. Old is what is held
	// under the object's key, or nil, and is only read. It is called by many goroutines at once.
	TransformNext(old, object any) (any, error)
}
