package compact

import (
	"reflect"
	"unsafe"
)

// walker shares the parts of one object. It belongs to one goroutine at a time, and is used again.
type walker struct {
	s       *Sharer
	counted ShareStats // of this object
	weighed int        // see equal
	object  uint32     // half of the hash of its UID
	depth   int

	// recent are strings of this object that nothing else has, as far as is known. Many come twice:
	// an address, a container's ID.
	recent [8]string
	next   int
	lone   [8]lonePart // the same for slices, and what pointers point to
	nth    int

	from, to sliceMemory // of copySlice
}

// deepest is the depth to which parts are shared one by one. Each is compared and hashed with all that is
// below it, so an object that nests without end would take its size times its depth.
const deepest = 32

// reset lets go of what the last object had.
func (w *walker) reset() { *w = walker{s: w.s} }

// block is memory of one or more values. It is copied before the first write into it, since others may
// read it. That way nothing is copied that is found elsewhere, or stays as it is.
type block struct {
	base  unsafe.Pointer
	typ   reflect.Type // of the slice, or of the one value
	n     int          // values, or 0 for the one that a pointer points to
	owned bool
}

// at returns the place to write to.
func (b *block) at(w *walker, off uintptr) unsafe.Pointer {
	b.own(w)
	return unsafe.Add(b.base, off)
}

func (b *block) own(w *walker) {
	switch {
	case b.owned:
	case b.n > 0:
		b.base = w.copySlice(b.typ, b.base, b.n)
	default:
		v := reflect.New(b.typ)
		v.Elem().Set(reflect.NewAt(b.typ, b.base).Elem())
		b.base = v.UnsafePointer()
	}
	b.owned = true
}

// copySlice copies n elements to new memory of exactly their size. Source and target are
// fields of the walker, as they would otherwise be allocated for package reflect.
func (w *walker) copySlice(t reflect.Type, from unsafe.Pointer, n int) unsafe.Pointer {
	w.from, w.to = sliceMemory{from, n, n}, sliceMemory{}
	to := reflect.NewAt(t, unsafe.Pointer(&w.to)).Elem()
	to.Grow(n)
	to.SetLen(n)
	reflect.Copy(to, reflect.NewAt(t, unsafe.Pointer(&w.from)).Elem())
	return w.to.data
}

// typed shares what is below an object, whose own memory is written to.
func (w *walker) typed(p *layout, obj, hint unsafe.Pointer) {
	w.counted.Objects++
	b := block{base: obj, typ: p.typ, owned: true}
	w.part(p, &b, 0, hint, nil)
}

// part shares what is below the value at off of a block. x and y are values of the same type that are
// shared already and may have equal parts, or nil.
func (w *walker) part(p *layout, b *block, off uintptr, x, y unsafe.Pointer) {
	if w.depth == deepest {
		return
	}
	w.depth++
	// From the last field on: a Pod's containers come before its init containers then, of which the
	// mounts are often the end of a container's.
	for i := len(p.ops) - 1; i >= 0; i-- {
		o := &p.ops[i]
		if o.kind != opPlain && o.kind != opOther {
			w.field(o, b, off+o.off, add(x, o.off), add(y, o.off))
		}
	}
	w.depth--
}

func add(p unsafe.Pointer, off uintptr) unsafe.Pointer {
	if p == nil {
		return nil
	}
	return unsafe.Add(p, off)
}

func (w *walker) field(o *op, b *block, off uintptr, x, y unsafe.Pointer) {
	f := unsafe.Add(b.base, off)
	switch o.kind {
	case opText:
		s := *(*string)(f)
		if r := w.text(o.site, s, x, y); unsafe.StringData(r) != unsafe.StringData(s) {
			*(*string)(b.at(w, off)) = r
		}
	case opSlice:
		s := *(*sliceMemory)(f)
		if r := w.slice(o, s, load[sliceMemory](x), load[sliceMemory](y)); r.data != s.data {
			*(*sliceMemory)(b.at(w, off)) = r
		}
	case opPointer, opStringMap, opQuantityMap, opBytesMap:
		q := *(*unsafe.Pointer)(f)
		if q == nil {
			return
		}
		r := q
		if o.kind == opPointer {
			r = w.pointer(o, q, load[unsafe.Pointer](x), load[unsafe.Pointer](y))
		} else {
			r = w.dictionary(o, q, load[unsafe.Pointer](x), load[unsafe.Pointer](y))
		}
		if r != q {
			*(*unsafe.Pointer)(b.at(w, off)) = r
		}
	}
}

// load reads from p, or returns the zero value if there is nothing to read from.
func load[T any](p unsafe.Pointer) (v T) {
	if p != nil {
		v = *(*T)(p)
	}
	return v
}

// adopted counts that a part is shared with a sibling.
func (w *walker) adopted(before int) {
	w.counted.Siblings++
	w.counted.Bytes += int64(w.weighed - before)
}

func (w *walker) pointer(o *op, q, x, y unsafe.Pointer) unsafe.Pointer {
	if q == x || q == y || o.elem.size == 0 {
		return q
	}
	before := w.weighed
	for _, hint := range [...]unsafe.Pointer{x, y} {
		if hint != nil && w.equalPointer(o.elem, q, hint) {
			w.adopted(before)
			return hint
		}
		w.weighed = before
	}
	if o.elem.size <= 8 && o.elem.flat() {
		return w.s.scalars.share(o.elem, q)
	}
	l := w.lookup(o, q, 1, o.elem.id)
	if l.found != nil {
		return l.found
	}
	b := block{base: q, typ: o.elem.typ}
	w.part(o.elem, &b, 0, x, y)
	w.enter(l, &b)
	return b.base
}

// spare is how many bytes of a slice's memory may be unused before it is cut to size.
const spare = 64

func (w *walker) slice(o *op, s, x, y sliceMemory) sliceMemory {
	if s.len == 0 || s.data == x.data || s.data == y.data {
		return s
	}
	before := w.weighed
	for _, hint := range [...]sliceMemory{x, y} {
		if hint.len == s.len && w.equalElements(o.elem, s.data, hint.data, s.len) {
			w.adopted(before)
			return clipped(hint.data, s.len)
		}
		w.weighed = before
	}
	l := w.lookup(o, s.data, s.len, o.elem.id+1)
	if l.found != nil {
		return clipped(l.found, s.len)
	}
	b := block{base: s.data, typ: o.typ, n: s.len}
	if !o.elem.flat() {
		w.elements(o.elem, &b, x, y)
	}
	if uintptr(s.cap-s.len)*o.elem.size >= spare {
		b.own(w)
	}
	w.enter(l, &b)
	if b.base == s.data {
		return s
	}
	return clipped(b.base, s.len)
}

// clipped leaves no room, so that whoever appends to a shared slice gets memory of their own.
func clipped(data unsafe.Pointer, n int) sliceMemory { return sliceMemory{data, n, n} }

// elements shares what is below each element; those at the same place of the hints come first, and then
// the element before.
func (w *walker) elements(p *layout, b *block, x, y sliceMemory) {
	for i := range b.n {
		off := uintptr(i) * p.size
		first, second := x.element(i, p.size), y.element(i, p.size)
		if i > 0 {
			second = unsafe.Add(b.base, off-p.size)
		}
		if first == nil {
			first, second = second, nil
		}
		w.part(p, b, off, first, second)
	}
}

func (s sliceMemory) element(i int, size uintptr) unsafe.Pointer {
	if i >= s.len {
		return nil
	}
	return unsafe.Add(s.data, uintptr(i)*size)
}
