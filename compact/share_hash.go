package compact

import (
	"hash/maphash"
	"math/bits"
	"unsafe"
)

// hash returns a number that is the same for values of a type that are equal, added to h. It
// covers all that equal compares, but for quantities, of which the text will do.
func (t *table) hash(p *layout, x unsafe.Pointer, h uint64) uint64 {
	for i := range p.ops {
		o := &p.ops[i]
		h = t.hashField(o, unsafe.Add(x, o.off), h)
	}
	return h
}

func (t *table) hashField(o *op, x unsafe.Pointer, h uint64) uint64 {
	switch o.kind {
	case opPlain:
		return t.hashMemory(x, o.size, h)
	case opText:
		return mix(h, t.hashText(*(*string)(x)))
	case opQuantity:
		return mix(h, t.hashText(*(*string)(unsafe.Add(x, quantityText))))
	case opOther:
		return h
	}
	if *(*unsafe.Pointer)(x) == nil {
		return mix(h, 1)
	}
	switch o.kind {
	case opPointer:
		return t.hash(o.elem, *(*unsafe.Pointer)(x), mix(h, 2))
	case opSlice:
		s := *(*sliceMemory)(x)
		return t.hashElements(o.elem, s.data, s.len, mix(h, 3))
	default:
		return t.hashMap(o.kind, *(*unsafe.Pointer)(x), h)
	}
}

func (t *table) hashElements(p *layout, x unsafe.Pointer, n int, h uint64) uint64 {
	h = mix(h, uint64(n))
	if p.flat() {
		return t.hashMemory(x, uintptr(n)*p.size, h)
	}
	for i := range uintptr(n) {
		h = t.hash(p, unsafe.Add(x, i*p.size), h)
	}
	return h
}

// hashMap adds the hashes of the entries up, since a map has no order.
func (t *table) hashMap(kind opKind, x unsafe.Pointer, h uint64) uint64 {
	var sum uint64
	switch kind {
	case opStringMap:
		for k, v := range *(*stringMap)(unsafe.Pointer(&x)) {
			sum += mix(t.hashText(k), t.hashText(v))
		}
	case opQuantityMap:
		for k, v := range *(*quantityMap)(unsafe.Pointer(&x)) {
			// Value rounds up, so most requests of CPU would be 1; MilliValue says nothing of what is too large for it.
			sum += mix(t.hashText(k), mix(uint64(v.Value()), uint64(v.MilliValue())))
		}
	default:
		for k, v := range *(*bytesMap)(unsafe.Pointer(&x)) {
			sum += mix(t.hashText(k), maphash.Bytes(t.seed, v))
		}
	}
	return mix(h, sum)
}

func (t *table) hashText(s string) uint64 { return maphash.String(t.seed, s) }

func (t *table) hashMemory(x unsafe.Pointer, n uintptr, h uint64) uint64 {
	switch n {
	case 0:
		return h
	case 8:
		return mix(h, *(*uint64)(x))
	}
	return mix(h, maphash.Bytes(t.seed, unsafe.Slice((*byte)(x), n)))
}

// mix adds x to h by a multiplication of 64 to 128 bits, folded, as in Wang Yi's wyhash.
func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, x^0xd6e8feb86659fd93)
	return hi ^ lo
}
