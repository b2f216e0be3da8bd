package packed

import (
	"encoding/binary"
	"strings"
	"sync/atomic"
	"unsafe"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// record is what the inner store holds instead of an object: 32 bytes, and its data in an
// allocation without pointers, which the collector need not look into. But for shown it
// never changes, so that every state of the store, every snapshot and the cache may share it.
type record struct {
	// data is a header and the object's bytes. The header is a number: twice the length of
	// the resource version plus one, or 0 for an object without metadata, plus 1 if
	// the bytes are compressed. The resource version follows.
	data string
	// book decodes the bytes. It keeps its dictionary alive for as long as any record needs it;
	// nil where there are no bytes.
	book *book
	// shown is the decoded object: while it is in the cache, or while the write runs that brought
	// it, so that index functions need not decode what was just encoded. It is a short cut, and
	// nothing depends on it: whoever finds nil decodes. It is set before the record is
	// published, if by a write; readers set it at any time.
	shown atomic.Pointer[cached]
}

func appendHeader(into []byte, rv string, versioned, compressed bool) []byte {
	number := uint64(0)
	if versioned {
		number = 2 * uint64(len(rv)+1)
	}
	if compressed {
		number++
	}
	return append(binary.AppendUvarint(into, number), rv...)
}

// parts takes the data apart; nothing is copied.
func (r *record) parts() (rv string, versioned, compressed bool, payload string) {
	number, n := binary.Uvarint(bytesOf(r.data))
	length := number / 2
	if versioned = length > 0; versioned {
		length--
	}
	end := n + int(length)
	return r.data[n:end], versioned, number%2 == 1, r.data[end:]
}

// bytesOf lets functions read a string that want bytes. They must not write to them.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// GetObjectMeta lets the inner store find the resource version, where there is one, as it does
// in an object: whenever somebody asks for that of the store.
func (r *record) GetObjectMeta() metav1.Object {
	rv, versioned, _, _ := r.parts()
	if !versioned {
		return nil
	}
	return versionOnly{rv: rv}
}

// versionOnly is the metadata of a record. Nobody asks it for anything but the version.
type versionOnly struct {
	metav1.Object
	rv string
}

// GetResourceVersion returns a copy, so that whoever keeps it does not keep the whole record.
func (v versionOnly) GetResourceVersion() string { return strings.Clone(v.rv) }

// standIn has the resource version of an object and nothing else. It takes the object's
// place in a delete, which the inner store may remember for a while.
func standIn(rv string) *record {
	return &record{data: string(appendHeader(nil, rv, true, false))}
}
