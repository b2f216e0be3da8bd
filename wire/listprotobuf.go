package wire

import (
	"encoding/binary"
	"fmt"
	"io"
)

// readProtobuf reads the envelope around the list message, to the end of the body.
func (l *listReader) readProtobuf() error {
	list := false
	for {
		number, wire, err := l.tag()
		if err == io.EOF && list {
			return nil
		}
		if err != nil {
			return unexpected(err)
		}
		switch {
		case number == 1 && wire == wireBytes:
			err = l.typeMeta()
		case number == 2 && wire == wireBytes:
			list, err = true, l.message()
		case number <= envelopeFields && wire != wireBytes:
			err = errProtobuf
		default:
			err = l.skipField(wire)
		}
		if err != nil {
			return unexpected(err)
		}
	}
}

func (l *listReader) typeMeta() error {
	b, err := l.bytes()
	if err != nil {
		return err
	}
	apiVersion, kind, err := readTypeMeta(b)
	if err != nil {
		return err
	}
	l.head.apiVersion, l.head.kind = string(apiVersion), string(kind)
	l.in.drop(len(b))
	return l.check(&l.head)
}

// message reads the list message: its items become frames where they lie.
func (l *listReader) message() error {
	size, err := l.uvarint()
	if err != nil {
		return err
	}
	if size > 1<<62 {
		return errProtobuf
	}
	end := l.in.offset + int64(size)
	for l.in.offset < end && err == nil {
		var number, wire int
		if number, wire, err = l.tag(); err != nil {
			break
		}
		switch {
		case number == l.itemsField && wire == wireBytes:
			err = l.item()
		case number == l.metaField && wire == wireBytes:
			err = l.listMeta()
		case number == l.itemsField || number == l.metaField:
			err = errProtobuf
		default:
			err = l.skipField(wire)
		}
	}
	if err == nil && l.in.offset > end {
		err = fmt.Errorf("%w: a list of %d bytes ends within a field", errProtobuf, size)
	}
	return err
}

func (l *listReader) item() error {
	b, err := l.bytes()
	if err == nil {
		l.head.items = true
		l.add(l.in.take(len(b)))
	}
	return err
}

func (l *listReader) listMeta() error {
	b, err := l.bytes()
	if err != nil {
		return err
	}
	l.in.drop(len(b))
	return l.head.meta.Unmarshal(b)
}

// bytes makes a field's value unread as a whole.
func (l *listReader) bytes() ([]byte, error) {
	size, err := l.uvarint()
	if err != nil {
		return nil, err
	}
	if size > uint64(l.in.max) {
		return nil, l.in.tooLarge(int64(min(size, 1<<62)))
	}
	if err := l.in.need(int(size)); err != nil {
		return nil, unexpected(err)
	}
	return l.in.unread()[:size], nil
}

// tag reads the head of a field. The error is io.EOF only if nothing of it came.
func (l *listReader) tag() (number, wire int, err error) {
	v, err := l.uvarint()
	if err == nil && (v>>3 == 0 || v > 1<<32) {
		err = errProtobuf
	}
	return int(v >> 3), int(v & 7), err
}

func (l *listReader) uvarint() (uint64, error) {
	for n := 1; ; n++ {
		if err := l.in.need(n); err != nil {
			return 0, err
		}
		if v, size := binary.Uvarint(l.in.unread()[:n]); size > 0 {
			l.in.drop(size)
			return v, nil
		} else if size < 0 {
			return 0, errProtobuf
		}
	}
}

func (l *listReader) skipField(wire int) error {
	switch wire {
	case wireVarint:
		_, err := l.uvarint()
		return err
	case wireFixed64:
		return l.in.skip(8)
	case wireFixed32:
		return l.in.skip(4)
	case wireBytes:
		size, err := l.uvarint()
		if err == nil && size > 1<<62 {
			err = errProtobuf
		}
		if err != nil {
			return err
		}
		return l.in.skip(int64(size))
	}
	return errProtobuf
}
