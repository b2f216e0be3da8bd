package encoded

import (
	"encoding/binary"
	"errors"
)

// Wire types of protobuf (https://protobuf.dev/programming-guides/encoding/).
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// errUnusual is for a message that is broken, or that no API server writes. Either way it is the
// business of the generated code, which knows what it means or how the error is called.
var errUnusual = errors.New("unusual protobuf message")

// maxTag is beyond the largest field number, 1<<29 - 1.
const maxTag = 1 << 32

// uvarint reads a number at i and returns where it ends, -1 if it does not.
func uvarint(b []byte, i int) (uint64, int) {
	if i < len(b) && b[i] < 0x80 {
		return uint64(b[i]), i + 1
	}
	v, n := binary.Uvarint(b[min(i, len(b)):])
	if n <= 0 {
		return 0, -1
	}
	return v, i + n
}

// sized reads the length at i and returns where the value begins and ends, -1 if it does not fit.
func sized(b []byte, i int) (begin, end int) {
	n, begin := uvarint(b, i)
	if begin < 0 || n > uint64(len(b)-begin) {
		return 0, -1
	}
	return begin, begin + int(n)
}

// skip returns where the value at i ends, -1 if it does not or is a group, which the API has not.
func skip(b []byte, i int, wire uint64) int {
	switch wire {
	case wireVarint:
		_, i = uvarint(b, i)
	case wireFixed64:
		i += 8
	case wireBytes:
		_, i = sized(b, i)
	case wireFixed32:
		i += 4
	default:
		return -1
	}
	if i > len(b) {
		return -1
	}
	return i
}

// run returns where the fields end that follow at i under the same tag, and how many they are.
// The end is -1 if one is broken.
func run(b []byte, i int, tag uint64) (end, count int) {
	for i < len(b) {
		next, begin := uvarint(b, i)
		if begin < 0 {
			return -1, 0
		}
		if next != tag {
			break
		}
		if i = skip(b, begin, tag&7); i < 0 {
			return -1, 0
		}
		count++
	}
	return i, count
}

// element cuts the first one off a run that was found whole before.
func element(run []byte) (value, rest []byte) {
	_, i := uvarint(run, 0)
	begin, end := sized(run, i)
	return run[begin:end], run[end:]
}

// keyAndValue takes a map's entry apart, as every encoder writes it: a key and a value, either of which
// is left out by some if it is empty.
func keyAndValue(b []byte) (key, value []byte, ok bool) {
	const keyTag, valueTag = 1<<3 | wireBytes, 2<<3 | wireBytes
	if len(b) > 0 && b[0] == keyTag {
		begin, end := sized(b, 1)
		if end < 0 {
			return nil, nil, false
		}
		key, b = b[begin:end], b[end:]
	}
	if len(b) > 0 && b[0] == valueTag {
		begin, end := sized(b, 1)
		if end < 0 {
			return nil, nil, false
		}
		value, b = b[begin:end], b[end:]
	}
	return key, value, len(b) == 0
}

// identity finds an object's UID: field 5 of its metadata, which is field 1. It is nil if they do
// not stand where the generated code writes them.
func identity(b []byte) []byte {
	const metadata, uid = 1<<3 | wireBytes, 5<<3 | wireBytes
	if len(b) == 0 || b[0] != metadata {
		return nil
	}
	begin, end := sized(b, 1)
	if end < 0 {
		return nil
	}
	for b = b[begin:end]; len(b) > 0 && b[0] <= uid && b[0]&7 == wireBytes; b = b[end:] {
		if begin, end = sized(b, 1); end < 0 {
			return nil
		}
		if b[0] == uid {
			return b[begin:end]
		}
	}
	return nil
}
