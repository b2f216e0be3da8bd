package compact

import (
	"hash/maphash"
	"reflect"
	"runtime"
	"sync"
	"unsafe"
	"weak"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// ShareOptions are the choices of a [Sharer]. The zero value is a good one.
type ShareOptions struct {
	// Interner is asked for strings that are not the sibling's, if set; without it the Sharer has a
	// table of its own for them. Set it to share strings with other Sharers.
	Interner *Interner

	// Detect keeps a deep copy of every object as long as the object lives, for [Sharer.Verify]: it
	// takes more memory than sharing saves, and is for tests and for finding a culprit.
	Detect bool
}

// Sharer makes objects refer to one copy of what they have in common: slices, maps and what
// pointers point to, at every depth, and strings. Nothing is lost: an object stays equal to what it
// was in the sense of reflect.DeepEqual, nil and empty included.
//
// How it finds an equal part, the cheapest way first:
//
//  1. In a sibling: an object of the same controller, or else of the same kind in the same
//     namespace, or else of the same kind. Both are walked in parallel, without hashing.
//  2. In the element before, within one slice, and among the object's own parts: a slice may be the end of
//     a longer one.
//  3. In a table by hash (hash-consing), where a part enters when it is met the second time. A hash
//     alone never decides: what was found is compared.
//
// The table holds weak pointers: a part goes with its last object. A place of a type at which
// nothing was found for a while (a container's ID) is left out for a while.
//
// Transform writes into the object itself, and into nothing below it: what has to change below
// is copied. So an object may share parts with others already, and objects in use stay as they
// are. Slices that stay the object's own are cut to size; a decoder leaves up to half of them empty.
//
// Not shared are: values of interfaces, maps other than of strings, bytes and quantities, and a
// quantity outside of a map whose text is not known yet, because its String method would write it.
//
// A Sharer is safe for concurrent use. Transform is O(size of the object). The idea of a table in
// which equal parents have identical children is Ershov's (1958), the name hash-consing Goto's
// (1974); the filter in front of it is the doorkeeper of Einziger et al., TinyLFU (2017).
type Sharer struct {
	options ShareOptions
	layouts layouts
	table   table
	door    door
	groups  groups
	scalars scalars
	loose   [looseSites]site // of unstructured objects, by path
	walkers sync.Pool
	counts  counts
	watched watched // with Detect
}

var _ Transformer = (*Sharer)(nil)

// NewSharer returns a Sharer. Informers of all kinds may use the same one.
func NewSharer(o ShareOptions) *Sharer {
	s := &Sharer{options: o}
	s.table.seed = maphash.MakeSeed()
	s.groups.seed = s.table.seed
	s.walkers.New = func() any { return &walker{s: s} }
	s.sweepWithCollector()
	return s
}

// Transform shares what obj has in common with objects that came before, in place, and returns
// obj. Its error is always nil.
func (s *Sharer) Transform(obj any) (any, error) { return s.TransformNext(nil, obj) }

// TransformNext is Transform for a caller that knows the previous version of the same object: most
// parts are equal to the old one's, so it is compared first. old is not changed; nil, or an old of
// another type, is no version. The error is always nil.
func (s *Sharer) TransformNext(old, obj any) (any, error) {
	o, ok := obj.(metav1.Object)
	if !ok || isTombstone(obj) {
		return obj, nil
	}
	v := reflect.ValueOf(obj)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return obj, nil
	}
	p := v.UnsafePointer()
	place := s.groups.placeOf(v.Type(), o)
	hint := s.hint(old, v, place)
	if hint != p { // it is the sibling of all: it went through here
		s.walk(v, p, hint, place)
		s.groups.remember(place, p)
		s.watch(obj)
	}
	runtime.KeepAlive(old)
	return obj, nil
}

// hint returns an object of the same type that obj is compared with first, or nil.
func (s *Sharer) hint(old any, obj reflect.Value, at place) unsafe.Pointer {
	if v := reflect.ValueOf(old); old != nil && v.Type() == obj.Type() && !v.IsNil() {
		return v.UnsafePointer()
	}
	return s.groups.sibling(at)
}

func (s *Sharer) walk(obj reflect.Value, p, hint unsafe.Pointer, at place) {
	w := s.walkers.Get().(*walker)
	w.object = uint32(at.uid)
	if u, ok := obj.Interface().(*unstructured.Unstructured); ok {
		w.content(u, (*unstructured.Unstructured)(hint))
	} else {
		w.typed(s.layouts.of(obj.Type().Elem()), p, hint)
	}
	s.counts.add(&w.counted)
	w.reset()
	s.walkers.Put(w)
}

// Sweep drops the entries of parts that no object uses any more. The Sharer does so by itself,
// some after each collection and when the table grows; this is for who wants it done now.
func (s *Sharer) Sweep() {
	s.table.sweep()
	s.groups.sweep()
}

// sweepWithCollector has some of the table swept after each collection, so that it also lets go
// of its entries when nothing is transformed any more. The cleanup belongs to an object that
// nobody refers to, which is made again each time; it keeps the Sharer alive only while it runs.
func (s *Sharer) sweepWithCollector() {
	runtime.AddCleanup(new([4]uint64), func(w weak.Pointer[Sharer]) {
		if s := w.Value(); s != nil {
			s.table.sweepSome()
			s.groups.sweepSome()
			s.sweepWithCollector()
		}
	}, weak.Make(s))
}
