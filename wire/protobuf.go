package wire

import (
	"encoding/binary"
	"errors"
)

// protobufMagic begins each whole message of the API in protobuf: behind it comes an
// envelope, k8s.io/apimachinery/pkg/runtime.Unknown.
var protobufMagic = []byte("k8s\x00")

// Wire types of protobuf.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

var errProtobuf = errors.New("malformed protobuf message")

// field is one field of a message. value is set for wireBytes, and aliases the message.
type field struct {
	number, wire int
	value        []byte
}

// nextField cuts one field off a message.
func nextField(b []byte) (f field, rest []byte, err error) {
	tag, n := binary.Uvarint(b)
	if n <= 0 || tag>>3 == 0 || tag > 1<<32 {
		return f, nil, errProtobuf
	}
	f.number, f.wire = int(tag>>3), int(tag&7)
	b = b[n:]
	switch f.wire {
	case wireVarint:
		_, n = binary.Uvarint(b)
	case wireFixed64:
		n = 8
	case wireFixed32:
		n = 4
	case wireBytes:
		var size uint64
		if size, n = binary.Uvarint(b); n <= 0 || size > uint64(len(b)-n) {
			return f, nil, errProtobuf
		}
		f.value = b[n : n+int(size) : n+int(size)]
		return f, b[n+int(size):], nil
	default: // groups: no type of the API has one
		return f, nil, errProtobuf
	}
	if n <= 0 || n > len(b) {
		return f, nil, errProtobuf
	}
	return f, b[n:], nil
}

// each calls visit for the fields of a message that have bytes, as the first known ones
// must.
func each(message []byte, known int, visit func(number int, value []byte)) error {
	for len(message) > 0 {
		f, rest, err := nextField(message)
		if err != nil {
			return err
		}
		if f.wire == wireBytes {
			visit(f.number, f.value)
		} else if f.number <= known {
			return errProtobuf
		}
		message = rest
	}
	return nil
}

// envelopeFields are type, raw message, content encoding and content type.
const envelopeFields = 4

// envelope is a runtime.Unknown whose fields alias the message. Its content type and
// encoding are ignored, as client-go does.
type envelope struct {
	apiVersion, kind []byte
	raw              []byte
}

// openEnvelope reads the message behind the magic.
func openEnvelope(message []byte) (e envelope, err error) {
	var typeMeta []byte
	err = each(message, envelopeFields, func(number int, value []byte) {
		switch number {
		case 1:
			typeMeta = value
		case 2:
			e.raw = value
		}
	})
	if err == nil {
		e.apiVersion, e.kind, err = readTypeMeta(typeMeta)
	}
	return e, err
}

// readTypeMeta reads a runtime.TypeMeta.
func readTypeMeta(message []byte) (apiVersion, kind []byte, err error) {
	err = each(message, 2, func(number int, value []byte) {
		switch number {
		case 1:
			apiVersion = value
		case 2:
			kind = value
		}
	})
	return apiVersion, kind, err
}
