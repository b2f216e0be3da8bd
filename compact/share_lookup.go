package compact

import (
	"reflect"
	"sync/atomic"
	"unsafe"
)

// lookup is the answer of the table.
type lookup struct {
	found unsafe.Pointer // an equal part
	enter bool           // none is there, and one should be
	hash  uint64
	id    uint32
	n     int
}

// minPart is the least size of a part that is looked up: an entry takes about 100 bytes.
const minPart = 32

// lonePart is a part that only this object has, as far as is known. It may have it twice, such as
// the mounts of two containers, or a shorter one may be its end: admission plugins append the same mount to
// those of each container.
type lonePart struct {
	id uint32
	n  int
	p  unsafe.Pointer
}

// lookup looks for n values that are equal to those at q, in this object and in the table. id is that
// of a pointer to one, or of a slice.
func (w *walker) lookup(o *op, q unsafe.Pointer, n int, id uint32) lookup {
	p := o.elem
	if uintptr(n)*p.size < minPart {
		return lookup{}
	}
	l := lookup{id: id, n: n}
	before := w.weighed
	for _, c := range w.lone {
		if c.id == id && c.n >= n {
			end := unsafe.Add(c.p, uintptr(c.n-n)*p.size)
			if w.equalElements(p, q, end, n) {
				w.adopted(before)
				l.found = end
				return l
			}
			w.weighed = before
		}
	}
	if o.site.rests() {
		return l
	}
	t := &w.s.table
	l.hash = t.hashElements(p, q, n, uint64(id))
	if r := t.find(l.hash, id, n); r != nil && w.equalElements(p, q, r, n) {
		l.found = r
		w.found(o.site, before)
		return l
	}
	w.weighed = before
	l.enter = w.s.door.seen(l.hash, w.object)
	if l.enter {
		o.site.hit()
	}
	return l
}

func (w *walker) found(at *site, before int) {
	at.hit()
	w.counted.Found++
	w.counted.Bytes += int64(w.weighed - before)
}

// enter remembers a block that was not found, in the table if it is to be there. That is a copy, which
// begins where its memory begins: a weak pointer into a larger object would be one to all of it.
func (w *walker) enter(l lookup, b *block) {
	if l.enter {
		b.own(w)
		w.s.table.put(l.hash, l.id, l.n, b.base)
		w.counted.Entered++
	}
	if l.id != 0 {
		w.lone[w.nth%len(w.lone)] = lonePart{l.id, l.n, b.base}
		w.nth++
	}
}

// site is a place in a type, such as a container's image, at which the table is asked. Where it is asked
// in vain, since each object has something else there, it rests for some time.
type site struct {
	asked atomic.Uint32 // since ever
	hits  atomic.Uint32 // in this period
	rest  atomic.Int32  // periods that are left of a rest
}

const (
	period      = 2048 // questions
	periodHits  = period / 128
	restPeriods = 15
)

// rests counts a question and tells whether it should not be asked. The counters of several
// goroutines may mix at the end of a period; it is a guess anyway.
func (s *site) rests() bool {
	if s.asked.Add(1)%period == 0 {
		if s.rest.Load() > 0 {
			s.rest.Add(-1)
		} else if s.hits.Swap(0) < periodHits {
			s.rest.Store(restPeriods)
		}
	}
	return s.rest.Load() > 0
}

func (s *site) hit() { s.hits.Add(1) }

// scalars shares numbers and booleans that are pointed to. There are few different ones; each
// slot remembers the last.
type scalars [256]atomic.Pointer[scalar]

type scalar struct {
	id    uint32
	value uint64
	p     unsafe.Pointer
}

func (s *scalars) share(p *layout, q unsafe.Pointer) unsafe.Pointer {
	value := number(q, p.size)
	slot := &s[mix(uint64(p.id), value)%uint64(len(s))]
	// The number is read again, since it is no longer what it was if a handler wrote to it.
	if c := slot.Load(); c != nil && c.id == p.id && c.value == value && number(c.p, p.size) == value {
		return c.p
	}
	c := reflect.New(p.typ) // q may lie in something large
	c.Elem().Set(reflect.NewAt(p.typ, q).Elem())
	slot.Store(&scalar{id: p.id, value: value, p: c.UnsafePointer()})
	return c.UnsafePointer()
}

// number reads up to eight bytes.
func number(p unsafe.Pointer, size uintptr) (n uint64) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&n)), 8), unsafe.Slice((*byte)(p), size))
	return n
}
