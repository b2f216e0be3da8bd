package compact

import (
	"reflect"
	"sync"
	"unsafe"
)

func (b *planner) pointer(t reflect.Type) func(*interning, unsafe.Pointer) {
	elem, complete := b.plan(t.Elem())
	if complete && elem.empty() {
		return nil
	}
	return func(w *interning, at unsafe.Pointer) {
		if to := *(*unsafe.Pointer)(at); to != nil {
			elem.walk(w, to)
		}
	}
}

// sliceHeader is how Go lays out a slice. The first field is a pointer for the collector too.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func (b *planner) slice(t reflect.Type) func(*interning, unsafe.Pointer) {
	elem, complete := b.plan(t.Elem())
	if complete && elem.empty() {
		return nil
	}
	size := t.Elem().Size()
	return func(w *interning, at unsafe.Pointer) {
		s := (*sliceHeader)(at)
		for i := range s.len {
			elem.walk(w, unsafe.Add(s.data, uintptr(i)*size))
		}
	}
}

func (b *planner) mapping(t reflect.Type) func(*interning, unsafe.Pointer) {
	if t.Key() == reflect.TypeFor[string]() && t.Elem() == reflect.TypeFor[string]() {
		return func(w *interning, at unsafe.Pointer) { w.stringMap(*(*map[string]string)(at)) }
	}
	key, _ := b.plan(t.Key())
	elem, complete := b.plan(t.Elem())
	if key.empty() && complete && elem.empty() {
		return nil
	}
	places := sync.Pool{New: func() any { return &entryPlace{reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()} }}
	return func(w *interning, at unsafe.Pointer) {
		v := reflect.NewAt(t, at).Elem()
		if v.Len() == 0 {
			return
		}
		place := places.Get().(*entryPlace)
		w.anyMap(v, place, key, elem)
		place.key.SetZero() // or the pool would hold what the entry refers to
		place.elem.SetZero()
		places.Put(place)
	}
}

// stringMap interns keys and values. To assign to a key that is there replaces the key too,
// for strings: Go does that because an equal string may have other memory. Should it ever stop
// to, keys are not shared, and nothing else changes.
func (w *interning) stringMap(m map[string]string) {
	for k, v := range m {
		key, otherKey := w.shared(k)
		value, otherValue := w.shared(v)
		if otherKey || otherValue {
			m[key] = value
		}
	}
}

// anyMap is stringMap by reflection. What a value refers to is changed in place; the value itself
// is a copy, and put back with its key if either is other memory now.
func (w *interning) anyMap(v reflect.Value, place *entryPlace, key, elem *plan) {
	for each := v.MapRange(); each.Next(); {
		before := w.writes
		place.key.SetIterKey(each)
		place.elem.SetIterValue(each)
		key.walk(w, place.key.Addr().UnsafePointer())
		elem.walk(w, place.elem.Addr().UnsafePointer())
		if w.writes != before {
			v.SetMapIndex(place.key, place.elem)
		}
	}
}

// entryPlace is where an entry of a map is copied to, since in the map it cannot be changed.
type entryPlace struct{ key, elem reflect.Value }

// level tells where in an unstructured object a map is.
type level int

const (
	atRoot level = iota
	atMetadata
	below
)

// uniqueAt tells whether each object has its own value there.
func uniqueAt(l level, name string) bool {
	return l == atMetadata && (name == "name" || name == "uid" || name == "resourceVersion" || name == "selfLink")
}

// object interns the strings of an unstructured object, fields' names among them.
func (w *interning) object(m map[string]any, l level) {
	for k, v := range m {
		key, other := w.shared(k)
		switch x := v.(type) {
		case string:
			if uniqueAt(l, k) {
				break
			}
			if value, otherValue := w.shared(x); otherValue {
				v, other = value, true
			}
		case map[string]any:
			inside := below
			if l == atRoot && k == "metadata" {
				inside = atMetadata
			}
			w.object(x, inside)
		case []any:
			w.list(x)
		}
		if other {
			m[key] = v
		}
	}
}

func (w *interning) list(list []any) {
	for i, v := range list {
		switch x := v.(type) {
		case string:
			if value, other := w.shared(x); other {
				list[i] = value
			}
		case map[string]any:
			w.object(x, below)
		case []any:
			w.list(x)
		}
	}
}
