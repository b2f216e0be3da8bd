package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"k8s.io/apimachinery/pkg/watch"
)

// message is an event's record before its object is decoded; see the package comment.
// object points into the record's bytes.
type message struct {
	kind     watch.EventType
	object   []byte
	offset   time.Duration
	phase    Phase
	resource int
	gap      time.Duration
}

// Tags of the fields: number and wire type.
const (
	tagType     = 1<<3 | wireBytes
	tagObject   = 2<<3 | wireBytes
	tagRaw      = 1<<3 | wireBytes // in the object
	tagOffset   = 3<<3 | wireVarint
	tagPhase    = 4<<3 | wireVarint
	tagResource = 5<<3 | wireVarint
	tagGap      = 6<<3 | wireVarint

	wireVarint = 0
	wireBytes  = 2
)

func (m message) append(b []byte) []byte {
	b = appendField(b, tagType, len(m.kind))
	b = append(b, m.kind...)
	raw := appendField(nil, tagRaw, len(m.object))
	b = appendField(b, tagObject, len(raw)+len(m.object))
	b = append(append(b, raw...), m.object...)
	for _, v := range []struct {
		tag   byte
		value uint64
	}{{tagOffset, uint64(m.offset)}, {tagPhase, uint64(m.phase)}, {tagResource, uint64(m.resource)}, {tagGap, uint64(m.gap)}} {
		if v.value != 0 {
			b = binary.AppendUvarint(append(b, v.tag), v.value)
		}
	}
	return b
}

func appendField(b []byte, tag byte, length int) []byte {
	return binary.AppendUvarint(append(b, tag), uint64(length))
}

// parseMessage is the opposite of append. Fields that it does not know are left out, as
// protobuf has it.
func parseMessage(b []byte) (message, error) {
	var m message
	var extension []byte
	err := eachField(b, func(tag, value uint64, content []byte) (err error) {
		switch tag {
		case tagType:
			m.kind, err = parseType(content)
		case tagObject:
			extension = content
		case tagOffset:
			m.offset, err = bounded[time.Duration](value, math.MaxInt64, "offset")
		case tagPhase:
			m.phase, err = bounded[Phase](value, uint64(Bookmark), "phase")
		case tagResource:
			m.resource, err = bounded[int](value, maxResources, "resource")
		case tagGap:
			m.gap, err = bounded[time.Duration](value, math.MaxInt64, "gap")
		}
		return err
	})
	if err != nil {
		return m, err
	}
	if m.kind == "" {
		return m, errors.New("a message without the type of its event")
	}
	if err := checkGap(m.gap, m.offset); err != nil {
		return m, err
	}
	return m, eachField(extension, func(tag, _ uint64, content []byte) error {
		if tag == tagRaw {
			m.object = content
		}
		return nil
	})
}

func bounded[T ~int64 | ~int | ~uint8](value, limit uint64, what string) (T, error) {
	if value > limit {
		return 0, fmt.Errorf("%s %d: allowed are up to %d", what, value, limit)
	}
	return T(value), nil
}

// parseType gives the constants, so that a million events do not hold a million strings.
func parseType(b []byte) (watch.EventType, error) {
	for _, t := range []watch.EventType{watch.Added, watch.Modified, watch.Deleted, watch.Bookmark} {
		if string(b) == string(t) {
			return t, nil
		}
	}
	return "", fmt.Errorf("unknown type of event %q", b[:min(len(b), 20)])
}

// eachField walks over the fields of a protobuf message.
func eachField(b []byte, field func(tag, value uint64, content []byte) error) error {
	errShort := errors.New("a message that ends within a field")
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		if n <= 0 {
			return errShort
		}
		b = b[n:]
		value, n := binary.Uvarint(b)
		if n <= 0 {
			return errShort
		}
		b = b[n:]
		var content []byte
		switch tag & 7 {
		case wireVarint:
		case wireBytes:
			if value > uint64(len(b)) {
				return errShort
			}
			content, b = b[:value], b[value:]
		default:
			return fmt.Errorf("a field of wire type %d", tag&7)
		}
		if err := field(tag, value, content); err != nil {
			return err
		}
	}
	return nil
}
