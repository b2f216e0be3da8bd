package wire

import (
	"fmt"
	"runtime"

	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// Encoding is how objects travel.
type Encoding string

const (
	Protobuf Encoding = "protobuf"
	JSON     Encoding = "json"
)

// Options of a Source. Only Example must be set.
type Options struct {
	// Example says what objects are decoded into. It is not changed. One of
	//   - a pointer to a typed object such as &corev1.Pod{};
	//   - an *unstructured.Unstructured with apiVersion and kind;
	//   - a *metav1.PartialObjectMetadata, for which only metadata is fetched.
	//
	// A typed object whose kind is not its Go type's name must have its kind set. Its
	// apiVersion is the client's, unless set.
	Example apiruntime.Object
	// List is an example of the list that List returns for a typed Example, such as
	// &corev1.PodList{}. Without it List returns a metainternalversion.List, which does
	// for reflectors and pagers. ListItems does not need it.
	List apiruntime.Object
	// Encoding is what the server is asked for: by default Protobuf for what has such a
	// form, else JSON. An answer in JSON is understood in any case.
	Encoding Encoding
	// Compact decodes the objects of lists and watches that come in protobuf. It may let
	// them share memory with each other; then its rules for who reads and transforms them
	// hold. Default: each object's own Unmarshal. JSON is decoded as without it.
	Compact ProtobufDecoder
	// Transform changes each object of a list and of an event that is no bookmark, before
	// anybody sees it. Unlike an informer's transform it runs on the goroutines that decode,
	// several at once, and must return an object of the type that it is given. Its error ends
	// the list or watch as an object does that cannot be decoded. May be nil. It comes after Compact, and
	// before the transform of an informer, which gets what it has returned.
	Transform cache.TransformFunc
	// Share lets objects that Compact has not decoded share memory with each other: all that come in JSON, and
	// without Compact those in protobuf too. It comes after Transform, likewise on the goroutines that decode, and
	// its errors are treated alike. May be nil.
	//
	// compact's Sharer reads its objects for as long as they live. So nobody may write to one any more, and an
	// informer over the source must have no transform that does: make it Transform.
	Share Sharer
	// Decoders bounds the goroutines of one list or watch that decode at once.
	// Default: GOMAXPROCS.
	Decoders int
	// MaxObject bounds the bytes of one encoded object or event, as a guard against a
	// broken or hostile server. Default 16 MiB, at most 128 MiB.
	MaxObject int
	// Ahead bounds what one list or watch holds for a receiver that lags, in encoded
	// bytes: nothing more is read from the connection while as much is read and not
	// handed over. Up to one read, one object and four batches come on top. Objects
	// are about twice to four times as large decoded. Default: 512 KiB and
	// 256 KiB for each decoder.
	Ahead int
}

const (
	defaultMaxObject = 16 << 20 // client-go's
	leastMaxObject   = 1 << 10
)

// withDefaults fills in what is not set. It panics on what cannot be meant: options are
// written in a program, not read from a file.
func (o Options) withDefaults() Options {
	if o.Example == nil {
		panic("wire: Options.Example is nil: set it to an object such as &corev1.Pod{}")
	}
	switch o.Encoding {
	case "", Protobuf, JSON:
	default:
		panic(fmt.Sprintf("wire: unknown encoding %q, allowed are %q and %q", o.Encoding, Protobuf, JSON))
	}
	if o.Decoders <= 0 {
		o.Decoders = runtime.GOMAXPROCS(0)
	}
	if o.MaxObject <= 0 {
		o.MaxObject = defaultMaxObject
	}
	if o.MaxObject < leastMaxObject || o.MaxObject > maxObjectLimit {
		panic(fmt.Sprintf("wire: MaxObject is %d, allowed are %d to %d", o.MaxObject, leastMaxObject, maxObjectLimit))
	}
	if o.Ahead <= 0 {
		o.Ahead = 512<<10 + o.Decoders*(2*runBytes)
	}
	return o
}
