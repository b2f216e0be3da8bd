package encoded

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// unmarshaler is what every type with a protobuf form is.
type unmarshaler interface{ Unmarshal([]byte) error }

var unmarshalerType = reflect.TypeFor[unmarshaler]()

// message says how messages of a Go type are decoded.
type message struct {
	typ    reflect.Type
	number int // its own among all messages
	// fields by number; those without an action, and those beyond, are left to the generated code.
	fields []field
	// planned: at least one field has an action.
	planned bool
	// compared are the bits of the fields that can be compared with bytes by themselves, see same.go.
	compared uint64
	// others are the parts of the struct that are compared as the generated code decodes them.
	others []other
}

func (m *message) field(number uint64) *field {
	if number < uint64(len(m.fields)) && m.fields[number].action != rest {
		return &m.fields[number]
	}
	return nil
}

// generated hands bytes to the type's own Unmarshal. It never keeps them.
func (m *message) generated(at unsafe.Pointer, b []byte) error {
	return reflect.NewAt(m.typ, at).Interface().(unmarshaler).Unmarshal(b)
}

// most is how many fields of a message may have an action: one bit each.
const most = 64

// planner makes plans from the struct tags of Go types, each once.
type planner struct {
	// strip is what is left out of an object's own metadata.
	strip strip

	mu       sync.Mutex // guards the rest; a plan is not changed once root has returned it
	messages map[reflect.Type]*message
	kinds    map[reflect.Type]uint32
	ids      uint32
}

type strip struct{ managedFields, lastApplied bool }

// root is the plan of a type of objects, with metadata of its own if something is stripped from it.
// fields is how many numbers for fields are in use.
func (p *planner) root(t reflect.Type) (m *message, fields uint32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m = p.message(t)
	if p.strip != (strip{}) {
		m = p.stripped(m)
	}
	return m, p.ids
}

func (p *planner) message(t reflect.Type) *message {
	if m, ok := p.messages[t]; ok {
		return m
	}
	m := &message{typ: t, number: len(p.messages)}
	p.messages[t] = m // before its fields: types may contain themselves
	if !readable(t) {
		m.others = []other{otherOf(0, t)}
		return m
	}
	actions := 0
	for i := range t.NumField() {
		sf := t.Field(i)
		f, ok := p.field(sf, actions)
		if !ok || !f.comparable() {
			m.others = append(m.others, otherOf(sf.Offset, sf.Type))
		}
		if !ok {
			continue
		}
		for number := int(f.tag >> 3); len(m.fields) <= number; {
			m.fields = append(m.fields, field{})
		}
		m.fields[f.tag>>3] = f
		if f.comparable() {
			m.compared |= f.bit
		}
		actions++
		m.planned = true
	}
	return m
}

// field plans a field of a struct. Ok is false if it is left to the generated code.
func (p *planner) field(sf reflect.StructField, actions int) (f field, ok bool) {
	tag, ok := parseTag(sf.Tag.Get("protobuf"))
	if !ok || actions == most {
		return f, false
	}
	f = p.plan(sf.Type, tag.encoding)
	if f.action == rest {
		return f, false
	}
	f.offset, f.bit = sf.Offset, 1<<actions
	f.typ, f.tag = sf.Type, tag.number<<3|f.wire()
	f.id = p.ids
	p.ids += idsOfField
	return f, true
}

// readable tells whether the tags of a type say all about its encoding. Types that are not what
// they look like, such as Time and Quantity, have fields without a tag.
func readable(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || !reflect.PointerTo(t).Implements(unmarshalerType) {
		return false
	}
	seen := map[uint64]bool{}
	for i := range t.NumField() {
		sf := t.Field(i)
		if sf.Type == reflect.TypeFor[metav1.TypeMeta]() && sf.Tag.Get("protobuf") == "" {
			continue
		}
		tag, ok := parseTag(sf.Tag.Get("protobuf"))
		if !ok || !sf.IsExported() || seen[tag.number] {
			return false
		}
		seen[tag.number] = true
	}
	return true
}

// protobufTag is a struct tag such as `protobuf:"bytes,2,rep,name=containers"`.
type protobufTag struct {
	encoding string
	number   uint64
}

// maxNumber bounds the fields' arrays; the API's largest number is far below.
const maxNumber = 4096

func parseTag(s string) (protobufTag, bool) {
	parts := strings.Split(s, ",")
	if len(parts) < 2 {
		return protobufTag{}, false
	}
	n, err := strconv.ParseUint(parts[1], 10, 29)
	return protobufTag{parts[0], n}, err == nil && n > 0 && n < maxNumber
}
