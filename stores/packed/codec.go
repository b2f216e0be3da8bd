package packed

import "reflect"

// Codec chooses how the objects of a type are encoded. It must be safe for concurrent use.
type Codec interface {
	// For returns the coding of a dynamic type. It returns nil for a type whose objects are to
	// be kept as they are. A store asks once for each type.
	For(t reflect.Type) Coding
}

// Coding turns objects of one dynamic type into bytes and back. It must be safe for
// concurrent use.
type Coding interface {
	// Append appends the bytes of an object to into, and returns the extended slice, like
	// append. It must not change the object. An error says that bytes cannot tell this
	// object without loss: the store then keeps it as it is.
	Append(into []byte, obj any) ([]byte, error)
	// Decode makes a new object of the bytes. It must not keep data, nor a part of it. It
	// must not fail for bytes that Append has made: the store panics then.
	Decode(data []byte) (any, error)
}

// CodecFunc is a function as a [Codec].
type CodecFunc func(t reflect.Type) Coding

// For calls the function.
func (f CodecFunc) For(t reflect.Type) Coding { return f(t) }

// First asks one codec after the other, and takes the first coding that there is.
func First(codecs ...Codec) Codec {
	return CodecFunc(func(t reflect.Type) Coding {
		for _, c := range codecs {
			if coding := c.For(t); coding != nil {
				return coding
			}
		}
		return nil
	})
}

// Default is what a store uses without another codec: [Protobuf], then [Unstructured].
func Default() Codec { return First(Protobuf(), Unstructured()) }
