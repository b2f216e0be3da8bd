package compact

import (
	"hash/maphash"
	"math"
	"unsafe"
)

// boxWeight is what an interface's value takes that is not a pointer, at least.
const boxWeight = 16

// equalValue tells whether two values of an unstructured object are equal and can be exchanged for each
// other. Values of types that a decoder does not make never are. As equal does, it adds up bytes.
func (w *walker) equalValue(v, x any) bool {
	switch v := v.(type) {
	case nil:
		return x == nil
	case string:
		y, ok := x.(string)
		w.weighed += len(v) + boxWeight
		return ok && v == y
	case bool:
		y, ok := x.(bool)
		return ok && v == y
	case int64:
		y, ok := x.(int64)
		return ok && v == y
	case float64:
		y, ok := x.(float64)
		return ok && math.Float64bits(v) == math.Float64bits(y)
	case map[string]any:
		y, ok := x.(map[string]any)
		return ok && w.equalLooseMap(v, y)
	case []any:
		y, ok := x.([]any)
		return ok && w.equalLooseSlice(v, y)
	}
	return false
}

func (w *walker) equalLooseMap(v, y map[string]any) bool {
	if len(v) != len(y) || (v == nil) != (y == nil) {
		return false
	}
	if *(*unsafe.Pointer)(unsafe.Pointer(&v)) == *(*unsafe.Pointer)(unsafe.Pointer(&y)) {
		return true
	}
	for k, e := range v {
		w.weighed += mapWeight + len(k)
		if f, ok := y[k]; !ok || !w.equalValue(e, f) {
			return false
		}
	}
	return true
}

func (w *walker) equalLooseSlice(v, y []any) bool {
	if len(v) != len(y) || (v == nil) != (y == nil) {
		return false
	}
	if unsafe.SliceData(v) == unsafe.SliceData(y) {
		return true
	}
	for i, e := range v {
		w.weighed += boxWeight
		if !w.equalValue(e, y[i]) {
			return false
		}
	}
	return true
}

// hashValue is hash for values of an unstructured object.
func (t *table) hashValue(v any, h uint64) uint64 {
	switch v := v.(type) {
	case string:
		return mix(h, t.hashText(v))
	case int64:
		return mix(h, uint64(v))
	case float64:
		return mix(h, math.Float64bits(v))
	case bool:
		return mix(h, maphash.Comparable(t.seed, v))
	case map[string]any:
		var sum uint64
		for k, e := range v {
			sum += t.hashValue(e, mix(h, t.hashText(k)))
		}
		return mix(h, sum)
	case []any:
		for _, e := range v {
			h = t.hashValue(e, h)
		}
		return mix(h, uint64(len(v)))
	}
	return h
}
