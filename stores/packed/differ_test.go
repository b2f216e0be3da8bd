package packed_test

import (
	"fmt"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
)

// What may differ to reflect.DeepEqual in an object that comes back. There is nothing else: see between.
const (
	nilOrEmpty = "a nil list or map for an empty one, or the other way round"
	zoneOfTime = "the zone in which a time is kept"
	numberText = "how a quantity keeps its number"
)

// differences counts by kind.
type differences map[string]int

// between adds the differences of two objects, and returns one that is not allowed, "" if all are.
func (d differences) between(got, want any) (wrong string) {
	return d.values(reflect.ValueOf(got), reflect.ValueOf(want), "")
}

func (d differences) values(got, want reflect.Value, path string) (wrong string) {
	if got.IsValid() != want.IsValid() || got.IsValid() && got.Type() != want.Type() {
		return fmt.Sprintf("%s is %v instead of %v", path, got, want)
	}
	if !got.IsValid() || reflect.DeepEqual(got.Interface(), want.Interface()) {
		return ""
	}
	switch w := want.Interface().(type) {
	case time.Time:
		if w.Equal(got.Interface().(time.Time)) {
			d[zoneOfTime]++
			return ""
		}
		return fmt.Sprintf("%s is %v instead of %v", path, got, w)
	case resource.Quantity:
		if w.Cmp(got.Interface().(resource.Quantity)) == 0 {
			d[numberText]++
			return ""
		}
		return fmt.Sprintf("%s is %v instead of %v", path, got, w)
	}
	return d.parts(got, want, path)
}

func (d differences) parts(got, want reflect.Value, path string) (wrong string) {
	switch want.Kind() {
	case reflect.Pointer, reflect.Interface:
		if got.IsNil() || want.IsNil() {
			break
		}
		return d.values(got.Elem(), want.Elem(), path)
	case reflect.Struct:
		for i := range want.NumField() {
			if f := want.Type().Field(i); f.IsExported() {
				if wrong = d.values(got.Field(i), want.Field(i), path+"."+f.Name); wrong != "" {
					return wrong
				}
			}
		}
		return ""
	case reflect.Slice:
		if d.empties(got, want) {
			return ""
		}
		for i := 0; i < want.Len() && got.Len() == want.Len(); i++ {
			if wrong = d.values(got.Index(i), want.Index(i), fmt.Sprint(path, "[", i, "]")); wrong != "" {
				return wrong
			}
		}
		if got.Len() == want.Len() {
			return ""
		}
	case reflect.Map:
		if d.empties(got, want) {
			return ""
		}
		for _, key := range want.MapKeys() {
			if wrong = d.values(got.MapIndex(key), want.MapIndex(key), fmt.Sprint(path, "[", key, "]")); wrong != "" {
				return wrong
			}
		}
		if got.Len() == want.Len() {
			return ""
		}
	}
	return fmt.Sprintf("%s is %v instead of %v", path, got, want)
}

// empties tells whether both are empty, of which then one is nil.
func (d differences) empties(got, want reflect.Value) bool {
	if got.Len() > 0 || want.Len() > 0 {
		return false
	}
	d[nilOrEmpty]++
	return true
}
