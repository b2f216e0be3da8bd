package compact

import (
	"hash/maphash"
	"reflect"
	"unsafe"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Transform replaces the strings of obj by shared ones and returns obj, in values and in maps' keys,
// wherever the object has them. The object's own name, UID and resource version are not looked at, nor
// what is bytes, such as managedFields and a Secret's data. Typed objects of any kind,
// unstructured ones and metadata-only ones are understood. It never fails.
//
// It writes into obj: nobody else may read it yet. An object that went through before may be
// written to again, since what was rare then may be shared now.
func (in *Interner) Transform(obj any) (any, error) {
	if isTombstone(obj) {
		return obj, nil
	}
	w := interning{in: in, owner: in.ownerOf(obj)}
	if u, ok := obj.(*unstructured.Unstructured); ok {
		if u != nil {
			w.object(u.Object, atRoot)
			w.done()
		}
		return obj, nil
	}
	v := reflect.ValueOf(obj)
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct {
		in.plans.of(v.Type().Elem()).walk(&w, v.UnsafePointer())
		w.done()
	}
	return obj, nil
}

// interning is the work on one object.
type interning struct {
	in     *Interner
	owner  uint32
	writes int    // strings replaced
	hits   uint64 // lookups that found a shared copy
	saved  uint64 // bytes of strings that others have already
}

// done counts at the end of an object, not at each string: cores would contend for the counters.
func (w *interning) done() {
	w.in.objects.Add(1)
	w.in.hits.Add(w.hits)
	w.in.saved.Add(w.saved)
}

// shared returns the shared copy of s, or s, and whether that is other memory than s.
func (w *interning) shared(s string) (string, bool) {
	c, found := w.in.lookup(s, w.owner)
	if found == absent {
		return s, false
	}
	if found == known {
		w.hits++
	}
	if unsafe.StringData(c) == unsafe.StringData(s) {
		return s, false
	}
	if found == known {
		w.saved += uint64(len(s))
	}
	w.writes++
	return c, true
}

// place replaces a string where it stands. It writes only what is other memory.
func (w *interning) place(s *string) {
	if c, other := w.shared(*s); other {
		*s = c
	}
}

// ownerOf tells objects apart: by UID, or by name where there is none. All versions of an
// object have the same. Two objects have the same by chance once in eight million times, which costs
// a sighting.
func (in *Interner) ownerOf(obj any) uint32 {
	var m metav1.Object
	switch o := obj.(type) {
	case *unstructured.Unstructured:
		if o == nil || o.Object == nil {
			return 0
		}
		m = o
	case metav1.ObjectMetaAccessor:
		if v := reflect.ValueOf(obj); v.Kind() == reflect.Pointer && v.IsNil() {
			return 0
		}
		m = o.GetObjectMeta()
	}
	if m == nil {
		return 0
	}
	hash := maphash.String(in.seed, string(m.GetUID()))
	if m.GetUID() == "" {
		if m.GetName() == "" {
			return 0
		}
		hash = maphash.String(in.seed, m.GetName()) + 31*maphash.String(in.seed, m.GetNamespace())
	}
	return uint32(hash>>(64-ownerBits)) | 1
}
