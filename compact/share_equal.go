package compact

import (
	"bytes"
	"unsafe"

	"k8s.io/apimachinery/pkg/api/resource"
)

// sliceMemory is a slice's memory. Data is a pointer, so that the collector sees it.
type sliceMemory struct {
	data     unsafe.Pointer
	len, cap int
}

// A map with keys and elements of named types lies in memory as one with the types that
// these are, and Go's runtime gets the type from the code that uses it; so all maps of strings
// are read through this type, and so on.
type (
	stringMap   = map[string]string
	quantityMap = map[string]resource.Quantity
	bytesMap    = map[string][]byte
)

// equal tells whether two values of a type are equal and can be exchanged for each other. It
// writes nothing. The bytes that would then be there once instead of twice are added to
// w.weighed, also if the answer is no.
func (w *walker) equal(p *layout, x, y unsafe.Pointer) bool {
	for i := range p.ops {
		o := &p.ops[i]
		if !w.equalField(o, unsafe.Add(x, o.off), unsafe.Add(y, o.off)) {
			return false
		}
	}
	return true
}

func (w *walker) equalField(o *op, x, y unsafe.Pointer) bool {
	switch o.kind {
	case opPlain:
		return sameMemory(x, y, o.size)
	case opText:
		s := *(*string)(x)
		w.weighed += len(s)
		return s == *(*string)(y)
	case opPointer:
		return w.equalPointer(o.elem, *(*unsafe.Pointer)(x), *(*unsafe.Pointer)(y))
	case opSlice:
		return w.equalSlice(o.elem, *(*sliceMemory)(x), *(*sliceMemory)(y))
	case opQuantity:
		return !lazy(x) && *(*resource.Quantity)(x) == *(*resource.Quantity)(y)
	case opOther:
		return sameMemory(x, y, o.size) && *(*unsafe.Pointer)(x) == nil
	default:
		return w.equalMap(o.kind, *(*unsafe.Pointer)(x), *(*unsafe.Pointer)(y))
	}
}

func (w *walker) equalPointer(p *layout, x, y unsafe.Pointer) bool {
	if x == y {
		return true
	}
	if x == nil || y == nil {
		return false
	}
	w.weighed += int(p.size)
	return w.equal(p, x, y)
}

func (w *walker) equalSlice(p *layout, x, y sliceMemory) bool {
	if x.len != y.len || (x.data == nil) != (y.data == nil) {
		return false
	}
	return x.data == y.data || w.equalElements(p, x.data, y.data, x.len)
}

func (w *walker) equalElements(p *layout, x, y unsafe.Pointer, n int) bool {
	w.weighed += n * int(p.size)
	if p.flat() {
		return sameMemory(x, y, uintptr(n)*p.size)
	}
	for i := range uintptr(n) {
		if !w.equal(p, unsafe.Add(x, i*p.size), unsafe.Add(y, i*p.size)) {
			return false
		}
	}
	return true
}

// mapWeight is about what a map takes for each entry: it has a header, and an entry in eight is free.
const mapWeight = 48

func (w *walker) equalMap(kind opKind, x, y unsafe.Pointer) bool {
	if x == y {
		return true
	}
	if x == nil || y == nil {
		return false
	}
	switch kind {
	case opStringMap:
		return w.equalStrings(*(*stringMap)(unsafe.Pointer(&x)), *(*stringMap)(unsafe.Pointer(&y)))
	case opQuantityMap:
		return w.equalQuantities(*(*quantityMap)(unsafe.Pointer(&x)), *(*quantityMap)(unsafe.Pointer(&y)))
	default:
		return w.equalBytes(*(*bytesMap)(unsafe.Pointer(&x)), *(*bytesMap)(unsafe.Pointer(&y)))
	}
}

func (w *walker) equalStrings(x, y stringMap) bool {
	if len(x) != len(y) {
		return false
	}
	for k, v := range x {
		w.weighed += mapWeight + len(k) + len(v)
		if u, ok := y[k]; !ok || u != v {
			return false
		}
	}
	return true
}

// An element of a map has no address, so nobody writes into a Quantity there.
func (w *walker) equalQuantities(x, y quantityMap) bool {
	if len(x) != len(y) {
		return false
	}
	for k, v := range x {
		w.weighed += 2*mapWeight + len(k)
		if u, ok := y[k]; !ok || u != v {
			return false
		}
	}
	return true
}

func (w *walker) equalBytes(x, y bytesMap) bool {
	if len(x) != len(y) {
		return false
	}
	for k, v := range x {
		w.weighed += mapWeight + len(k) + len(v)
		if u, ok := y[k]; !ok || (u == nil) != (v == nil) || !bytes.Equal(u, v) {
			return false
		}
	}
	return true
}

func sameMemory(x, y unsafe.Pointer, n uintptr) bool {
	if n == 8 {
		return *(*uint64)(x) == *(*uint64)(y)
	}
	return n == 0 || unsafe.String((*byte)(x), n) == unsafe.String((*byte)(y), n)
}
