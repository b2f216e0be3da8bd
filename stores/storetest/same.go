package storetest

import (
	"fmt"
	"slices"
	"unsafe"
)

// identity is what two answers are compared by: the object itself, or where it
// stands, if its type cannot be compared.
func identity(obj any) any {
	if list, ok := obj.(labels); ok {
		return place{unsafe.SliceData(list), len(list)}
	}
	return obj
}

// place tells slices apart.
type place struct {
	first *string
	n     int
}

// sameKeys compares an answer with the sorted keys that are right, and then
// clears the answer. Only where sorted is set does the order matter.
func sameKeys(what string, got, want []string, sorted bool) error {
	if got == nil {
		return fmt.Errorf("%s = nil, want a slice", what)
	}
	ordered := got
	if !sorted {
		ordered = slices.Sorted(slices.Values(got))
	}
	if !slices.Equal(ordered, want) {
		return fmt.Errorf("%s has %d: %.400q, want %d: %.400q", what, len(got), ordered, len(want), want)
	}
	clear(got)
	return nil
}

// sameObjects compares an answer with the objects that are right, in any order,
// each as often as it is stored, and then clears the answer.
func sameObjects(what string, got, want []any) error {
	if got == nil {
		return fmt.Errorf("%s = nil, want a slice", what)
	}
	left := make(map[any]int, len(want))
	for _, obj := range want {
		left[identity(obj)]++
	}
	for _, obj := range got {
		left[identity(obj)]--
	}
	for obj, n := range left {
		if n != 0 {
			return fmt.Errorf("%s has %d objects, want %d; %v comes %d times too seldom", what, len(got), len(want), obj, n)
		}
	}
	clear(got)
	return nil
}
