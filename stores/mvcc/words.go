package mvcc

import "unsafe"

// words are the two machine words of an interface value: its dynamic type and its
// data, which is the value itself if that is one pointer, else a pointer to a copy
// that never changes. The store keeps the data of each object in one word and the
// type once for many objects, which halves what a slot weighs, and what a reader
// has to load atomically.
//
// That both words are pointers, in this order, is how gc has laid out interfaces
// since Go 1.4 (runtime.eface); a test fails if that ever changes.
type words struct{ typ, data unsafe.Pointer }

// missing are the words of no object at all.
var missing = words{}

// nilData stands for data that is nil, as that of a nil object is: in a slot, nil
// means that there is no object. It is as large as a word so that no other
// allocation can share its address.
var nilData = unsafe.Pointer(new(uintptr))

// split takes an interface value apart.
func split(obj any) words {
	w := *(*words)(unsafe.Pointer(&obj))
	if w.data == nil {
		w.data = nilData
	}
	return w
}

// join makes the interface value again. Its words must come from one object: they
// are joined only after the slot's sequence has shown that no write came between.
//
// The value is built in a local, so that storing it elsewhere runs one write barrier,
// for its data; storing the words one by one would run two.
func (w words) join() (obj any) {
	built := (*words)(unsafe.Pointer(&obj))
	built.typ = w.typ
	if w.data != nilData {
		built.data = w.data
	}
	return obj
}

// exists tells an object, a nil one included, from none.
func (w words) exists() bool { return w.data != nil }
