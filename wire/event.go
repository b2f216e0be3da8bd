package wire

import (
	"bytes"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// event decodes a frame of a watch: metav1.WatchEvent, whose object is a message of its
// own. Both are opened where they lie.
func (b *objects) event(data []byte) (watch.Event, error) {
	if len(data) == 0 || data[0] != '{' {
		return b.opened(openProtobufEvent(data))
	}
	if kind, object, ok := cutJSONEvent(data); ok {
		// A frame that was cut wrongly leaves an object that is none, so what fails here
		// is opened properly.
		if e, err := b.opened(kind, object, nil); err == nil {
			return e, nil
		}
	}
	return b.opened(openJSONEvent(data))
}

func (b *objects) opened(kind, object []byte, err error) (watch.Event, error) {
	if err != nil {
		return watch.Event{}, err
	}
	e := watch.Event{Type: eventType(kind)}
	if e.Type == "" {
		return e, fmt.Errorf("got invalid watch event type: %q", kind)
	}
	e.Object, err = b.whole(object)
	if err == nil && isChange(e.Type) {
		e.Object, err = b.finished(e.Object, bytes.HasPrefix(object, protobufMagic))
	}
	return e, err
}

// eventType returns the constant, so that no event carries a string of its own.
func eventType(kind []byte) watch.EventType {
	switch string(kind) {
	case string(watch.Added):
		return watch.Added
	case string(watch.Modified):
		return watch.Modified
	case string(watch.Deleted):
		return watch.Deleted
	case string(watch.Bookmark):
		return watch.Bookmark
	case string(watch.Error):
		return watch.Error
	}
	return ""
}

// A protobuf frame begins with the tag of field 1 or 2, never with a brace: 0x7b would
// be field 15 of a group.
func openProtobufEvent(data []byte) (kind, object []byte, err error) {
	err = each(data, 2, func(number int, value []byte) {
		switch number {
		case 1:
			kind = value
		case 2:
			object = value
		}
	})
	if err != nil {
		return nil, nil, err
	}
	var raw []byte // of the runtime.RawExtension
	err = each(object, 1, func(number int, value []byte) {
		if number == 1 {
			raw = value
		}
	})
	return kind, raw, err
}

func openJSONEvent(data []byte) (kind, object []byte, err error) {
	var e metav1.WatchEvent
	err = utiljson.Unmarshal(data, &e)
	return []byte(e.Type), e.Object.Raw, err
}

const (
	jsonEventType   = `{"type":"`
	jsonEventObject = `","object":`
)

// cutJSONEvent cuts {"type":"...","object":{...}}, which is how every API server writes
// an event. Anything else, be it other members or other spacing, is not its business.
func cutJSONEvent(data []byte) (kind, object []byte, ok bool) {
	rest, ok := bytes.CutPrefix(data, []byte(jsonEventType))
	if !ok {
		return nil, nil, false
	}
	i := bytes.IndexByte(rest, '"')
	if i < 0 || eventType(rest[:i]) == "" {
		return nil, nil, false
	}
	kind = rest[:i]
	object, ok = bytes.CutPrefix(rest[i:], []byte(jsonEventObject))
	n := len(object) - 1
	if !ok || n < 2 || object[0] != '{' || object[n] != '}' || object[n-1] != '}' {
		return nil, nil, false
	}
	return kind, object[:n], true
}
