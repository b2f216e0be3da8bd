package encoded

import (
	"bytes"
	"reflect"
	"time"
	"unsafe"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// other is a part of a struct that no action fills, or one that cannot compare it. The generated code decodes it into a
// scratch, which is compared.
type other struct {
	offset     uintptr
	typ        reflect.Type
	how        how
	quantities bool
}

// how two values are compared.
type how uint8

const (
	deeply how = iota // as reflect does it, for what is rare
	asMemory
	asText
	asTime
	asTimePointer
	asBytes
)

func otherOf(offset uintptr, t reflect.Type) other {
	return other{offset, t, howOf(t), holdsQuantity(t)}
}

func howOf(t reflect.Type) how {
	switch k := t.Kind(); {
	case isTime(t):
		return asTime
	case k == reflect.Pointer && isTime(t.Elem()):
		return asTimePointer
	case k == reflect.String:
		return asText
	case k == reflect.Bool, k >= reflect.Int && k <= reflect.Uint64:
		return asMemory
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return asBytes
	}
	return deeply
}

// sameOthers decodes what is left of a message, and compares all that no action compares.
func (s *state) sameOthers(m *message, held unsafe.Pointer, left []byte) bool {
	if len(m.others) == 0 {
		return left == nil // else the message has something that the type has not
	}
	at := s.scratchOf(m)
	same := left == nil || m.generated(at, left) == nil
	for i := 0; same && i < len(m.others); i++ {
		o := &m.others[i]
		same = o.same(unsafe.Add(at, o.offset), unsafe.Add(held, o.offset))
	}
	if left != nil {
		m.clear(at)
	}
	return same
}

// scratchOf returns an empty struct. Whoever writes to it clears it; nothing is decoded meanwhile.
func (s *state) scratchOf(m *message) unsafe.Pointer {
	if n := m.number + 1 - len(s.scratch); n > 0 {
		s.scratch = append(s.scratch, make([]unsafe.Pointer, n)...)
	}
	if s.scratch[m.number] == nil {
		s.scratch[m.number] = reflect.New(m.typ).UnsafePointer()
	}
	return s.scratch[m.number]
}

// same compares what was decoded with what is held.
func (o *other) same(decoded, held unsafe.Pointer) bool {
	switch o.how {
	case asMemory:
		n := o.typ.Size()
		return bytes.Equal(unsafe.Slice((*byte)(decoded), n), unsafe.Slice((*byte)(held), n))
	case asText:
		return *(*string)(decoded) == *(*string)(held)
	case asTime:
		return *(*time.Time)(decoded) == *(*time.Time)(held)
	case asTimePointer:
		a, b := *(**time.Time)(decoded), *(**time.Time)(held)
		return a == b || a != nil && b != nil && *a == *b
	case asBytes:
		a, b := *(*[]byte)(decoded), *(*[]byte)(held)
		return bytes.Equal(a, b) && (a == nil) == (b == nil)
	}
	v := reflect.NewAt(o.typ, decoded)
	if o.quantities {
		settle(v.Elem())
	}
	return reflect.DeepEqual(v.Interface(), reflect.NewAt(o.typ, held).Interface())
}

var fieldsType = reflect.TypeFor[metav1.FieldsV1]()

// sameFieldSet compares with a FieldsV1's message, of which a Pod has some, without a copy of its bytes.
func sameFieldSet(held unsafe.Pointer, message []byte) bool {
	const rawTag = 1<<3 | wireBytes
	if len(message) == 0 || message[0] != rawTag {
		return false
	}
	begin, end := sized(message, 1)
	return end == len(message) && end > begin && bytes.Equal((*metav1.FieldsV1)(held).GetRawBytes(), message[begin:end])
}
