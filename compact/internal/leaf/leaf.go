// Package leaf changes one thing of an object, for tests that need objects which are nearly equal.
package leaf

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Change changes one thing of what object points to, chosen at random among all that can be changed, and returns its
// path, in the way that compact.Mutation writes paths. A string, number, byte, time or quantity gets another value; what
// a pointer, slice or map refers to goes or, where there is nothing, becomes empty; a map gets another entry or loses one.
// Fields that are not exported, and interfaces with methods, stay. It returns "" if there is nothing to change.
//
// It writes where the thing lies, also if other objects refer to it: give it a deep copy, unless that is what is
// tested. Cost: two walks through the object.
func Change(random *rand.Rand, object any) string {
	v := reflect.ValueOf(object).Elem()
	counting := changer{chosen: -1}
	counting.walk(v, "")
	if counting.passed == 0 {
		return ""
	}
	c := changer{random: random, chosen: random.IntN(counting.passed)}
	c.walk(v, "")
	return c.path
}

type changer struct {
	random *rand.Rand
	chosen int // the number of the thing that is to be changed; -1 is none
	passed int // things that could be changed
	done   bool
	path   string // of what was changed
}

// here passes a thing, and says whether it is the one to change.
func (c *changer) here(path string) bool {
	c.passed++
	if c.done || c.passed-1 != c.chosen {
		return false
	}
	c.done, c.path = true, path
	return true
}

// walk passes all that is in v, which has an address, until one thing was changed.
func (c *changer) walk(v reflect.Value, path string) {
	if c.done {
		return
	}
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		if c.here(path) {
			*p = p.Add(time.Second)
		}
		return
	case *resource.Quantity:
		if c.here(path) {
			*p = p.DeepCopy()
			p.Add(*resource.NewQuantity(1, p.Format))
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		c.pointer(v, path)
	case reflect.Interface:
		c.content(v, path)
	case reflect.Struct:
		c.fields(v, path)
	case reflect.Slice:
		c.elements(v, path)
	case reflect.Map:
		c.entries(v, path)
	default:
		if c.here(path) {
			change(v)
		}
	}
}

func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Float32, reflect.Float64:
		v.SetFloat(v.Float() + 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	default:
		panic(fmt.Sprintf("a %v cannot be changed: teach package leaf to", v.Type()))
	}
}

func (c *changer) pointer(v reflect.Value, path string) {
	switch {
	case !c.here(path):
	case v.IsNil():
		v.Set(reflect.New(v.Type().Elem()))
	default:
		v.SetZero()
	}
	if !v.IsNil() {
		c.walk(v.Elem(), path)
	}
}

// content is what unstructured objects are made of.
func (c *changer) content(v reflect.Value, path string) {
	switch {
	case v.NumMethod() > 0:
	case v.IsNil():
		if c.here(path) {
			v.Set(reflect.ValueOf("was nil"))
		}
	default:
		inner := reflect.New(v.Elem().Type()).Elem()
		inner.Set(v.Elem())
		if c.walk(inner, path); c.done {
			v.Set(inner)
		}
	}
}

func (c *changer) fields(v reflect.Value, path string) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			c.walk(v.Field(i), join(path, f))
		}
	}
}

func (c *changer) elements(v reflect.Value, path string) {
	if c.here(path) {
		switch n := v.Len(); {
		case v.IsNil():
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		case n == 0:
			v.SetZero()
		default:
			v.Set(v.Slice3(0, n-1, n-1))
		}
		return
	}
	if n := v.Len(); n > 0 && v.Type().Elem().Kind() == reflect.Uint8 { // they are one value
		if c.here(path + "[0]") {
			change(v.Index(0))
		}
		return
	}
	for i := range v.Len() {
		c.walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
	}
}

func (c *changer) entries(v reflect.Value, path string) {
	keys := slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int {
		return strings.Compare(text(a), text(b))
	})
	if len(keys) == 0 {
		if c.here(path) {
			if v.IsNil() {
				v.Set(reflect.MakeMap(v.Type()))
			} else {
				v.SetZero()
			}
		}
		return
	}
	if v.Type().Key().Kind() == reflect.String && c.here(entry(path, "another key")) {
		v.SetMapIndex(reflect.ValueOf("another key").Convert(v.Type().Key()), reflect.Zero(v.Type().Elem()))
		return
	}
	for _, key := range keys {
		below := entry(path, text(key))
		if c.here(below) {
			v.SetMapIndex(key, reflect.Value{})
			return
		}
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(key))
		if c.walk(value, below); c.done {
			v.SetMapIndex(key, value)
			return
		}
	}
}

func text(key reflect.Value) string {
	if key.Kind() == reflect.String {
		return key.String()
	}
	return fmt.Sprint(key.Interface())
}

func entry(path, key string) string { return fmt.Sprintf("%s[%q]", path, key) }

// join appends a field's name as it is in JSON.
func join(path string, f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case name == "" && f.Anonymous:
		return path
	case name == "" || name == "-":
		name = f.Name
	}
	if path == "" {
		return name
	}
	return path + "." + name
}
