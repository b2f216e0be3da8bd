package mvcc

import (
	"reflect"
	"testing"
	"unsafe"
)

type (
	empty   struct{}
	pointer struct{ p *int }
	large   struct {
		a, b, c int
		s       string
	}
	array [1]*int
)

var one = 1

// everyShape is a value of each way in which Go lays out an interface's data.
func everyShape() map[string]any {
	return map[string]any{
		"nil": nil, "pointer": &one, "nil pointer": (*int)(nil), "nil pointer to a pod": (*pod)(nil),
		"int": 7, "zero": 0, "large int": 1 << 40, "bool": true, "string": "abc", "empty string": "", "float": 1.5,
		"zero-size struct": empty{}, "pointer to a zero-size struct": &empty{}, "zero-size array": [0]int{},
		"single-pointer struct": pointer{&one}, "single nil pointer struct": pointer{}, "array of one pointer": array{&one}, "array of one nil pointer": array{},
		"large struct": large{1, 2, 3, "x"}, "pod": newPod("1", "v"),
		"map": map[string]int{"a": 1}, "nil map": map[string]int(nil),
		"slice": []int{1}, "nil slice": []int(nil),
		"func": func() int { return one }, "nil func": (func())(nil),
		"channel": make(chan int), "nil channel": (chan int)(nil),
		"unsafe pointer": unsafe.Pointer(&one), "nil unsafe pointer": unsafe.Pointer(nil),
		"error": error(nil), "interface in a struct": struct{ any }{nil},
	}
}

// same compares also what cannot be compared by ==: by its words.
func same(a, b any) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && *(*words)(unsafe.Pointer(&a)) == *(*words)(unsafe.Pointer(&b))
}

func TestWordsGiveTheSameObjectBack(t *testing.T) {
	for name, obj := range everyShape() {
		w := split(obj)
		if !w.exists() {
			t.Errorf("%s: does not exist", name)
		}
		if got := w.join(); !same(got, obj) || (got == nil) != (obj == nil) {
			t.Errorf("%s: %#v, want %#v", name, got, obj)
		}
	}
	if missing.exists() || missing.join() != nil {
		t.Error("missing words exist, or join to an object")
	}
}

// The words hold the type first and the data second, both pointers, and the data of a
// pointer is that pointer: should gc ever lay out interfaces otherwise, this fails.
func TestLayoutOfInterfaces(t *testing.T) {
	var obj any = &one
	if unsafe.Sizeof(obj) != unsafe.Sizeof(words{}) || unsafe.Alignof(obj) != unsafe.Alignof(words{}) {
		t.Fatalf("an interface has %d bytes, words %d", unsafe.Sizeof(obj), unsafe.Sizeof(words{}))
	}
	if got := split(obj).data; got != unsafe.Pointer(&one) {
		t.Errorf("the data of a pointer is %p, want %p", got, &one)
	}
	if split(&one).typ != split(new(int)).typ || split(&one).typ == split(&obj).typ {
		t.Error("the first word does not tell types apart")
	}
	number := any(1 << 40)
	if got := *(*int)(split(number).data); got != 1<<40 {
		t.Errorf("the data of an int points to %d", got)
	}
	text := any("some text")
	if got := *(*string)(split(text).data); got != "some text" {
		t.Errorf("the data of a string points to %q", got)
	}
	if n := reflect.TypeFor[words]().NumField(); n != 2 || split(nil).typ != nil {
		t.Errorf("%d words, a nil object has type %p", n, split(nil).typ)
	}
}

// Every shape goes through the store, alone and beside all others: types mix in
// chunks, in the log, and in what a fold keeps.
func TestEveryShapeInTheStore(t *testing.T) {
	all := everyShape()
	delete(all, "nil pointer to a pod") // asking it for its resource version panics, as in client-go
	s := newStore("type")
	for name, obj := range all {
		alone := newStore("type")
		alone.Update("k", obj)
		before := alone.pin()
		alone.Update("k", newPod("2"))
		alone.Update("k", "text")
		less := before.view().foldTo(alone.view().commit)
		before.pin.view.Store(&less)
		for what, from := range map[string]func(string) (any, bool){"folded": before.Get, "the store again": func(key string) (any, bool) {
			alone.Update("k", obj)
			return alone.Get("k")
		}} {
			if got, ok := from("k"); !ok || !same(got, obj) {
				t.Errorf("%s from %s: %#v, %v", name, what, got, ok)
			}
		}
		s.Update(name, obj)
	}
	snap := s.pin()
	for name := range all {
		s.Update(name, newPod("2"))
	}
	for name, obj := range all {
		if got, ok := snap.Get(name); !ok || !same(got, obj) {
			t.Errorf("%s among others: %#v, %v", name, got, ok)
		}
	}
	if n := len(snap.List()); n != len(all) {
		t.Errorf("the list has %d of %d", n, len(all))
	}
}
