package compact

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// jsonField is a field of a struct under the name that it has in JSON, which is how paths
// and people call it.
type jsonField struct {
	name  string
	index []int // for reflect.Value.FieldByIndex
	typ   reflect.Type
}

// fieldsByType remembers jsonFields: what follows from a type is the same for everyone.
var fieldsByType sync.Map // reflect.Type → []jsonField

// jsonFields returns the fields of a struct type as encoding/json sees them, those of embedded
// structs among them.
func jsonFields(t reflect.Type) []jsonField {
	if have, ok := fieldsByType.Load(t); ok {
		return have.([]jsonField)
	}
	var all []jsonField
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous && name == "" && f.IsExported() && f.Type.Kind() == reflect.Struct:
			for _, inner := range jsonFields(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				all = append(all, inner)
			}
		case !f.IsExported():
		case name == "":
			all = append(all, jsonField{f.Name, []int{i}, f.Type})
		default:
			all = append(all, jsonField{name, []int{i}, f.Type})
		}
	}
	have, _ := fieldsByType.LoadOrStore(t, all)
	return have.([]jsonField)
}

func jsonFieldOf(t reflect.Type, name string) (jsonField, bool) {
	for _, f := range jsonFields(t) {
		if f.name == name {
			return f, true
		}
	}
	return jsonField{}, false
}

// plannedField is a field for which a rule says something.
type plannedField struct {
	index []int
	rule  *rule
}

// fields returns which fields of a struct type the rule is about; all of them if the struct is being
// removed. Each plan is made once.
func (r *rule) fields(t reflect.Type, removing bool) []plannedField {
	cache := &r.plans[0]
	if removing {
		cache = &r.plans[1]
	}
	if have, ok := cache.Load(t); ok {
		return have.([]plannedField)
	}
	var plan []plannedField
	for _, f := range jsonFields(t) {
		if child := r.child(f.name); removing || !child.idle() {
			plan = append(plan, plannedField{f.index, child})
		}
	}
	have, _ := cache.LoadOrStore(t, plan)
	return have.([]plannedField)
}

// scalarText returns a scalar as it stands in a condition.
func scalarText(v reflect.Value) (string, bool) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return "", false
		}
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.String:
		return v.String(), true
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool()), true
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10), true
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, 64), true
	}
	return "", false
}
