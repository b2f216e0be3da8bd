package compact

import (
	"unsafe"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// looseSites is the number of places that are told apart in unstructured objects. There is no type
// that would know its places, so they are known by the hash of their path.
const looseSites = 1024

// content shares what is in an unstructured object: maps, slices and strings, and the values that
// interfaces hold. Only the top-level map is written to.
func (w *walker) content(u, hint *unstructured.Unstructured) {
	w.counted.Objects++
	var of map[string]any
	if hint != nil {
		of = hint.Object
	}
	kind, _ := u.Object["kind"].(string)
	path := w.s.table.hashText(kind)
	for k, v := range u.Object {
		if r, other := w.value(v, of[k], w.below(path, k)); other {
			u.Object[k] = r // an entry that exists: the loop is not disturbed
		}
	}
}

func (w *walker) below(path uint64, key string) uint64 { return mix(path, w.s.table.hashText(key)) }

func (w *walker) place(path uint64) *site { return &w.s.loose[path%looseSites] }

// value returns what to use instead of v, and whether that is something else. x is what a sibling has
// there, or nil.
func (w *walker) value(v, x any, path uint64) (any, bool) {
	before := w.weighed
	if x != nil && w.equalValue(v, x) {
		if sameBox(v, x) {
			return v, false
		}
		w.adopted(before)
		return x, true
	}
	w.weighed = before
	if w.depth == deepest {
		return v, false
	}
	w.depth++
	defer func() { w.depth-- }()
	switch v := v.(type) {
	case string:
		if r := w.loneText(w.place(path), v); unsafe.StringData(r) != unsafe.StringData(v) {
			return r, true
		}
	case map[string]any:
		hint, _ := x.(map[string]any)
		return w.looseMap(v, hint, path)
	case []any:
		hint, _ := x.([]any)
		return w.looseSlice(v, hint, path)
	}
	return v, false
}

// sameBox tells whether two values are one: an interface is the address of its value, and a type.
func sameBox(v, x any) bool { return boxOf(v) == boxOf(x) }

func boxOf(v any) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(&v))[1] }

// looseLookup asks the table for an equal map or slice.
func (w *walker) looseLookup(v any, n int, path uint64) (any, lookup) {
	at := w.place(path)
	if n == 0 || at.rests() {
		return nil, lookup{}
	}
	t := &w.s.table
	l := lookup{id: loosePart, n: n, hash: t.hashValue(v, loosePart)}
	if _, ok := v.([]any); ok {
		l.id++
	}
	if p := t.find(l.hash, l.id, n); p != nil {
		before, r := w.weighed, looseAt(p, l.id, n)
		if w.equalValue(v, r) {
			w.found(at, before)
			return r, l
		}
		w.weighed = before
	}
	if l.enter = w.s.door.seen(l.hash, w.object); l.enter {
		at.hit()
	}
	return nil, l
}

// looseAt is the map or slice that begins at p.
func looseAt(p unsafe.Pointer, id uint32, n int) any {
	if id == loosePart {
		return *(*map[string]any)(unsafe.Pointer(&p))
	}
	return unsafe.Slice((*any)(p), n)
}

func (w *walker) looseMap(m, hint map[string]any, path uint64) (any, bool) {
	found, l := w.looseLookup(m, len(m), path)
	if found != nil {
		return found, true
	}
	if len(m) == 0 {
		return m, false
	}
	shared, changed := make(map[string]any, len(m)), l.enter
	for k, x := range hint { // whose keys exist already
		if v, ok := m[k]; ok {
			shared[k], _ = w.value(v, x, w.below(path, k))
			changed = true
		}
	}
	for k, v := range m {
		if _, done := shared[k]; done {
			continue
		}
		key := w.loneText(w.place(path+1), k)
		r, other := w.value(v, nil, w.below(path, k))
		shared[key] = r
		changed = changed || other || unsafe.StringData(key) != unsafe.StringData(k)
	}
	if !changed {
		return m, false
	}
	if l.enter {
		w.enterAt(l, *(*unsafe.Pointer)(unsafe.Pointer(&shared)))
	}
	return shared, true
}

func (w *walker) looseSlice(s, hint []any, path uint64) (any, bool) {
	found, l := w.looseLookup(s, len(s), path)
	if found != nil {
		return found, true
	}
	if len(s) == 0 {
		return s, false
	}
	shared, changed := make([]any, len(s)), l.enter
	for i, v := range s {
		var x any
		switch {
		case i < len(hint):
			x = hint[i]
		case i > 0:
			x = shared[i-1]
		}
		r, other := w.value(v, x, path+2)
		shared[i], changed = r, changed || other
	}
	if !changed && cap(s)-len(s) < spare/16 {
		return s, false
	}
	if l.enter {
		w.enterAt(l, unsafe.Pointer(unsafe.SliceData(shared)))
	}
	return shared, true
}

func (w *walker) enterAt(l lookup, p unsafe.Pointer) {
	w.s.table.put(l.hash, l.id, l.n, p)
	w.counted.Entered++
}
