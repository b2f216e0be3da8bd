package compact

import (
	"reflect"
	"sync"
	"time"
	"unsafe"

	"k8s.io/apimachinery/pkg/api/resource"
)

// layout says what lies where in the memory of a type: the fields of a struct, with those of the
// structs in it. Values are then compared, hashed and shared by going through memory, several
// times faster than with package reflect. It is not changed once made.
type layout struct {
	typ  reflect.Type
	size uintptr
	id   uint32 // even; the next odd number is that of a slice of it
	ops  []op
}

// op is one thing in a type's memory.
type op struct {
	kind opKind
	off  uintptr
	size uintptr      // of opPlain
	typ  reflect.Type // of the field
	elem *layout      // of opPointer and opSlice
	site *site        // of what is looked up in the table
	keys *site        // of a map's keys, and of its values one by one
	vals *site
}

type opKind uint8

const (
	opPlain       opKind = iota // compared as it lies there; no padding is in it
	opText                      // a string
	opPointer                   //
	opSlice                     //
	opStringMap                 // a map from strings to strings
	opQuantityMap               // … to quantities
	opBytesMap                  // … to bytes
	opQuantity                  // a resource.Quantity that may be written by its String method
	opOther                     // an interface, or another map: never shared
)

// flat tells whether values are equal if their memory is.
func (p *layout) flat() bool {
	return len(p.ops) == 1 && p.ops[0].kind == opPlain && p.ops[0].size == p.size
}

// layouts makes layouts, one for each type.
type layouts struct {
	done sync.Map // reflect.Type → *layout, complete with all below

	// mu is held while a layout is made. all also has those that are not complete yet,
	// which a recursive type refers to; nobody else may see them.
	mu  sync.Mutex
	all map[reflect.Type]*layout
}

func (b *layouts) of(t reflect.Type) *layout {
	if p, ok := b.done.Load(t); ok {
		return p.(*layout)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.make(t)
	b.done.Store(t, p)
	return p
}

func (b *layouts) make(t reflect.Type) *layout {
	if p := b.all[t]; p != nil {
		return p
	}
	if b.all == nil {
		b.all = map[reflect.Type]*layout{}
	}
	p := &layout{typ: t, size: t.Size(), id: firstLayout + 2*uint32(len(b.all))}
	b.all[t] = p
	b.add(p, t, 0, true)
	return p
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	quantityType = reflect.TypeFor[resource.Quantity]()
)

// add adds what lies at off. What an unexported field refers to is its type's own business, such
// as a handle that is equal by address: it is compared as it is.
func (b *layouts) add(p *layout, t reflect.Type, off uintptr, exported bool) {
	switch kind := t.Kind(); {
	case t == timeType: // its location is compared by address, as == does
		p.plain(off, t.Size())
	case t == quantityType:
		p.ops = append(p.ops, op{kind: opQuantity, off: off, typ: t})
	case kind == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			b.add(p, f.Type, off+f.Offset, exported && f.IsExported())
		}
	case kind == reflect.Array:
		for i := range t.Len() {
			b.add(p, t.Elem(), off+uintptr(i)*t.Elem().Size(), exported)
		}
	case kind == reflect.String:
		p.ops = append(p.ops, op{kind: opText, off: off, typ: t, site: &site{}})
	case exported && referring(kind):
		p.ops = append(p.ops, b.reference(t, off))
	default:
		p.plain(off, t.Size())
	}
}

func referring(k reflect.Kind) bool {
	return k == reflect.Pointer || k == reflect.Slice || k == reflect.Map || k == reflect.Interface
}

func (b *layouts) reference(t reflect.Type, off uintptr) op {
	o := op{kind: opOther, off: off, size: t.Size(), typ: t, site: &site{}}
	switch t.Kind() {
	case reflect.Pointer:
		o.kind, o.elem = opPointer, b.make(t.Elem())
	case reflect.Slice:
		o.kind, o.elem = opSlice, b.make(t.Elem())
	case reflect.Map:
		o.kind, o.keys, o.vals = mapKind(t), &site{}, &site{}
	}
	return o
}

func mapKind(t reflect.Type) opKind {
	switch e := t.Elem(); {
	case t.Key().Kind() != reflect.String:
	case e.Kind() == reflect.String:
		return opStringMap
	case e == quantityType:
		return opQuantityMap
	case e.Kind() == reflect.Slice && e.Elem().Kind() == reflect.Uint8:
		return opBytesMap
	}
	return opOther
}

// plain adds memory that has no structure, to what came before if it follows at once: then
// there is no padding between, whose content is not defined.
func (p *layout) plain(off, size uintptr) {
	if n := len(p.ops); n > 0 && p.ops[n-1].kind == opPlain && p.ops[n-1].off+p.ops[n-1].size == off {
		p.ops[n-1].size += size
	} else if size > 0 {
		p.ops = append(p.ops, op{kind: opPlain, off: off, size: size})
	}
}

// quantityText is where a Quantity keeps its text.
var quantityText = func() uintptr {
	f, ok := quantityType.FieldByName("s")
	if !ok || f.Type.Kind() != reflect.String {
		panic("compact: resource.Quantity has no string s any more: look where its String method keeps the text, and change quantityText")
	}
	return f.Offset
}()

// lazy tells whether a Quantity's String method would write into it.
func lazy(q unsafe.Pointer) bool { return *(*string)(unsafe.Add(q, quantityText)) == "" }
