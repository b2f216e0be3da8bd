package encoded

import "reflect"

// action is what is done with a field.
type action uint8

const (
	rest     action = iota // it is left to the generated code, with its neighbours
	text                   // a string: a known one is used again
	scalar                 // a pointer to a bool or an integer: the value is shared
	embedded               // a message within the struct: its fields are looked at one by one
	settled                // something with quantities in it, left to the generated code and then settled
	dropped                // it is skipped
	// Of the following the encoded bytes are looked up, and their decoded form is shared. They are one
	// run of fields under one tag.
	messages // a slice of messages
	texts    // a slice of strings
	textMap  // a map of strings to strings
	otherMap // any other map
	pointer  // a pointer to a message or a string
)

// field says how one field of a message is decoded.
type field struct {
	action action
	slice  bool   // it is a slice, not a pointer or map
	tag    uint64 // of each of its occurrences
	bit    uint64 // its own among the message's
	offset uintptr
	typ    reflect.Type
	elem   *message // of embedded, messages and pointers to messages
	size   int      // of what is pointed to, or of an element, in bytes
	id     uint32   // its own among all fields
	kind   uint32   // the number of its Go type: equal bytes of another type are another part
	// quantities: its type holds quantities, which must be settled if the generated code made them.
	quantities bool
	// drop is a key that does not come into a textMap; "" drops nothing.
	drop string
	// entries says what an otherMap has, if it can be compared with bytes.
	entries entries
}

// idsOfField: a field, the keys of a map of strings and its values each have a number.
const idsOfField = 3

func (f *field) wire() uint64 {
	if f.action == scalar {
		return wireVarint
	}
	return wireBytes
}

// plan says what is done with a field of a type. Whatever has no case is left to the generated code. Whether
// a field is repeated is told by its Go type: the tags, written by hand, often say "opt" for slices.
func (p *planner) plan(t reflect.Type, encoding string) field {
	bytes := encoding == "bytes"
	switch {
	case t.Kind() == reflect.Pointer:
		return p.planPointer(t, encoding)
	case !bytes || t.Kind() != reflect.Struct && reflect.PointerTo(t).Implements(unmarshalerType):
		// A number, or a slice or map that is a message by itself.
	case t.Kind() == reflect.String:
		return field{action: text}
	case t.Kind() == reflect.Struct:
		return p.planStruct(t)
	case t.Kind() == reflect.Slice:
		return p.planSlice(t)
	case t.Kind() == reflect.Map:
		return p.planMap(t)
	}
	return field{action: leftOver(t)}
}

// leftOver: quantities that the generated code decodes must be found again.
func leftOver(t reflect.Type) action {
	if holdsQuantity(t) {
		return settled
	}
	return rest
}

func (p *planner) planStruct(t reflect.Type) field {
	if m := p.message(t); m.planned {
		return field{action: embedded, elem: m}
	}
	return field{action: leftOver(t)}
}

// leastShared: to share less than this is not worth it, and objects below it without pointers share
// a block of the allocator with others, which keeps weak pointers from going.
const leastShared = 16

func (p *planner) planPointer(t reflect.Type, encoding string) field {
	e := t.Elem()
	switch e.Kind() {
	case reflect.Bool, reflect.Int32, reflect.Int64:
		if encoding == "varint" {
			return field{action: scalar}
		}
	case reflect.String:
		if encoding == "bytes" {
			return p.shared(field{action: pointer, size: int(e.Size())}, t)
		}
	case reflect.Struct:
		if encoding == "bytes" && e.Size() >= leastShared && reflect.PointerTo(e).Implements(unmarshalerType) && !isTime(e) {
			return p.shared(field{action: pointer, size: int(e.Size()), elem: p.message(e)}, t)
		}
	}
	return field{action: leftOver(t)}
}

func (p *planner) planSlice(t reflect.Type) field {
	e := t.Elem()
	switch {
	case e.Kind() == reflect.String:
		return p.shared(field{action: texts, slice: true, size: int(e.Size())}, t)
	case e.Kind() == reflect.Struct && e.Size() > 0 && reflect.PointerTo(e).Implements(unmarshalerType):
		return p.shared(field{action: messages, slice: true, size: int(e.Size()), elem: p.message(e)}, t)
	}
	return field{action: leftOver(t)}
}

func (p *planner) planMap(t reflect.Type) field {
	size := int(t.Key().Size() + t.Elem().Size())
	if t == reflect.TypeFor[map[string]string]() {
		return p.shared(field{action: textMap, size: size}, t)
	}
	return p.shared(field{action: otherMap, size: size, entries: entriesOf(t)}, t)
}

// shared gives a field's type its number.
func (p *planner) shared(f field, t reflect.Type) field {
	n, ok := p.kinds[t]
	if !ok {
		n = uint32(len(p.kinds)) + 1 // 0 is for strings
		p.kinds[t] = n
	}
	f.kind, f.quantities = n, holdsQuantity(t)
	return f
}
