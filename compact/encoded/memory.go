package encoded

import (
	"reflect"
	"unsafe"
)

// This file has all that is not type-safe. A field is written at its offset in its struct,
// as table-driven decoders do (google.golang.org/protobuf/internal/impl is the best known), because
// reflect allocates and is several times slower. Every pointer is an unsafe.Pointer that the collector
// sees, so a store has its write barrier and the race detector its say.

// header is how the runtime lays out a slice, with a pointer that the collector knows.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

// part is a decoded field's value besides the field: what a pointer or a map points to, or the
// elements of a slice.
type part struct {
	data unsafe.Pointer
	len  int // of a slice
}

// load returns what the field at that address refers to.
func (f *field) load(at unsafe.Pointer) part {
	if f.slice {
		h := (*header)(at)
		return part{h.data, h.len}
	}
	return part{data: *(*unsafe.Pointer)(at)}
}

// store makes the field at that address refer to a part. A slice has no room behind its end,
// so that an append by its reader copies it.
func (f *field) store(at unsafe.Pointer, v part) {
	if f.slice {
		*(*header)(at) = header{v.data, v.len, v.len}
		return
	}
	*(*unsafe.Pointer)(at) = v.data
}

// grow makes the slice at that address one of n zero elements, and returns the first one.
func (f *field) grow(at unsafe.Pointer, n int) unsafe.Pointer {
	v := reflect.NewAt(f.typ, at).Elem()
	v.Grow(n)
	v.SetLen(n)
	v.SetCap(n)
	return *(*unsafe.Pointer)(at)
}

// copy makes one struct of the message's type what another one is.
func (m *message) copy(to, from unsafe.Pointer) {
	reflect.NewAt(m.typ, to).Elem().Set(reflect.NewAt(m.typ, from).Elem())
}

// clear makes a struct of the message's type empty.
func (m *message) clear(at unsafe.Pointer) { reflect.NewAt(m.typ, at).Elem().SetZero() }

// isZero tells whether memory that begins where a field does has nothing in it.
func isZero(at unsafe.Pointer, size uintptr) bool {
	for _, b := range unsafe.Slice((*byte)(at), size) {
		if b != 0 {
			return false
		}
	}
	return true
}

// textOf is the string of n bytes at that address, which must never be written again.
func textOf(data unsafe.Pointer, n int) string { return unsafe.String((*byte)(data), n) }

func dataOf(s string) unsafe.Pointer { return unsafe.Pointer(unsafe.StringData(s)) }
