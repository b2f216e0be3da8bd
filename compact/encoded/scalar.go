package encoded

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// scalars are the values that pointers to numbers and bools point to, each there once. The usual
// ones lie in arrays. Others are kept for ever, but not many.
type scalars struct {
	no, yes bool
	// Not written after newScalars, as nothing is that objects point to.
	small32 [smallScalars]int32
	small64 [smallScalars]int64
	other32 sync.Map // int32 to *int32
	other64 sync.Map
	others  atomic.Int32
}

const (
	smallScalars = 1 << 10
	mostScalars  = 1 << 12
)

func newScalars() *scalars {
	c := &scalars{yes: true}
	for i := range smallScalars {
		c.small32[i], c.small64[i] = int32(i), int64(i)
	}
	return c
}

// pointer returns a pointer to the value of a varint, converted as the generated code does.
func (c *scalars) pointer(kind reflect.Kind, v uint64) unsafe.Pointer {
	switch kind {
	case reflect.Bool:
		if v != 0 {
			return unsafe.Pointer(&c.yes)
		}
		return unsafe.Pointer(&c.no)
	case reflect.Int32:
		if n := uint32(v); n < smallScalars {
			return unsafe.Pointer(&c.small32[n])
		}
		return unsafe.Pointer(kept(c, &c.other32, int32(v)))
	default:
		if v < smallScalars {
			return unsafe.Pointer(&c.small64[v])
		}
		return unsafe.Pointer(kept(c, &c.other64, int64(v)))
	}
}

// kept returns the pointer that is kept for a value, or a new one when enough are.
func kept[T int32 | int64](c *scalars, m *sync.Map, v T) *T {
	if p, ok := m.Load(v); ok {
		return p.(*T)
	}
	fresh := new(T)
	*fresh = v
	if c.others.Load() >= mostScalars {
		return fresh
	}
	p, loaded := m.LoadOrStore(v, fresh)
	if !loaded {
		c.others.Add(1)
	}
	return p.(*T)
}

// sameScalar tells whether a varint is converted to the value that the field points to.
func (f *field) sameScalar(was unsafe.Pointer, v uint64) bool {
	at := *(*unsafe.Pointer)(was)
	if at == nil {
		return false
	}
	switch f.typ.Elem().Kind() {
	case reflect.Bool:
		return *(*bool)(at) == (v != 0)
	case reflect.Int32:
		return *(*int32)(at) == int32(v)
	default:
		return *(*int64)(at) == int64(v)
	}
}
