package compact

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// differ finds the differences of objects from what they were. It uses package reflect and nothing of
// the layouts, so that it is also a check on them.
type differ struct {
	object reflect.Value // that is compared
	number int           // of objects that were, with this one
	found  []Mutation
	at     map[location]finding
}

// finding is a mutation, by its index, and the number of the last object in which it was met.
type finding struct {
	index, object int
}

// location is where a value lies in memory: an address, or for what has none, that of the map
// it is in, and its key.
type location struct {
	address unsafe.Pointer
	key     string
}

// compare compares a value with what it was. in is the location of what it is in, for a value without one.
func (d *differ) compare(path string, now, was reflect.Value, in location) {
	if now.CanAddr() {
		in = location{address: now.Addr().UnsafePointer()}
	}
	switch now.Kind() {
	case reflect.Struct:
		d.compareFields(path, now, was, in)
	case reflect.Pointer, reflect.Interface:
		if now.IsNil() || was.IsNil() || now.Elem().Type() != was.Elem().Type() {
			d.unless(now.IsNil() && was.IsNil(), path, in)
			return
		}
		d.compare(path, now.Elem(), was.Elem(), in)
	case reflect.Slice:
		if now.Len() != was.Len() || now.IsNil() != was.IsNil() {
			d.unless(false, path, in)
			return
		}
		for i := range now.Len() {
			d.compare(fmt.Sprintf("%s[%d]", path, i), now.Index(i), was.Index(i), in)
		}
	case reflect.Map:
		d.compareMaps(path, now, was, in)
	default:
		d.unless(reflect.DeepEqual(now.Interface(), was.Interface()), path, in)
	}
}

func (d *differ) compareFields(path string, now, was reflect.Value, in location) {
	t := now.Type()
	for i := range t.NumField() {
		if !t.Field(i).IsExported() { // a time, a quantity: one value
			d.unless(reflect.DeepEqual(now.Interface(), was.Interface()), path, in)
			return
		}
	}
	for i := range t.NumField() {
		d.compare(join(path, t.Field(i)), now.Field(i), was.Field(i), in)
	}
}

func (d *differ) compareMaps(path string, now, was reflect.Value, in location) {
	if now.IsNil() != was.IsNil() {
		d.unless(false, path, in)
		return
	}
	for _, k := range was.MapKeys() {
		key := fmt.Sprintf("%s[%q]", path, fmt.Sprint(k.Interface()))
		at := location{now.UnsafePointer(), key[len(path):]}
		if v := now.MapIndex(k); v.IsValid() {
			d.compare(key, v, was.MapIndex(k), at)
		} else {
			d.unless(false, key, at)
		}
	}
	for _, k := range now.MapKeys() {
		if !was.MapIndex(k).IsValid() {
			key := fmt.Sprintf("[%q]", fmt.Sprint(k.Interface()))
			d.unless(false, path+key, location{now.UnsafePointer(), key})
		}
	}
}

// unless reports a difference, once for each location, unless there is none.
func (d *differ) unless(same bool, path string, in location) {
	if same {
		return
	}
	f, ok := d.at[in]
	switch {
	case !ok:
		f.index = len(d.found)
		d.found = append(d.found, Mutation{Object: nameOf(d.object), Path: path, Objects: 1})
	case f.object != d.number: // an object may have the part twice
		d.found[f.index].Objects++
	}
	f.object = d.number
	d.at[in] = f
}

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
