package wire

import (
	"bytes"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// listHead is what a list says besides its items.
type listHead struct {
	apiVersion, kind string
	meta             metav1.ListMeta
	// json is the list as an object without its items; nil in protobuf.
	json []byte
	// items: the list had an array of items, be it empty.
	items bool
}

// listReader takes a list apart while it arrives.
type listReader struct {
	in  *input
	add func(frame)
	// check looks at the kind as soon as it is known, which is before the items with all
	// servers that we know, so that a foreign list fails for what it is.
	check func(*listHead) error
	layout
	// These are set before the first frame is added, and so before one is decoded: the
	// line's mutex is between. The kind is that of a list in JSON, "" if it is not known by then.
	json             bool
	apiVersion, kind string
	head             listHead
}

// layout says where a list message has its parts.
type layout struct{ metaField, itemsField int }

// usualLayout is that of every list type of the API.
var usualLayout = layout{1, 2}

func (l *listReader) read() error {
	if err := l.in.need(1); err != nil {
		return unexpected(err)
	}
	c, err := l.in.jsonByte()
	switch {
	case err != nil:
		return unexpected(err)
	case c == '{':
		l.json = true
		err = l.readJSON()
	case l.in.need(len(protobufMagic)) == nil && bytes.HasPrefix(l.in.unread(), protobufMagic):
		l.in.drop(len(protobufMagic))
		err = l.readProtobuf()
	default:
		return errUnknownForm("list", l.in.unread())
	}
	if err != nil {
		return err
	}
	return l.check(&l.head)
}
