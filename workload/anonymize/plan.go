package anonymize

import (
	"reflect"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// visit replaces the texts in a value that can be set.
type visit func(*Anonymizer, reflect.Value)

// planKey is a type under the rule of its field.
type planKey struct {
	of   reflect.Type
	rule rule
}

// numbers are types that hold a text only as the form of a number or a time.
var numbers = map[reflect.Type]bool{
	reflect.TypeFor[resource.Quantity](): true,
	reflect.TypeFor[metav1.Time]():       true,
	reflect.TypeFor[metav1.MicroTime]():  true,
}

// plan returns how to visit a type, nil when it holds no text. Plans are made once for
// each type, and leave out what holds none.
func (a *Anonymizer) plan(t reflect.Type, r rule) visit {
	key := planKey{t, r}
	if v, ok := a.plans[key]; ok {
		return v
	}
	// A type that holds itself finds this instead of its plan, which is not ready yet.
	a.plans[key] = func(a *Anonymizer, v reflect.Value) {
		if ready := a.plans[key]; ready != nil {
			ready(a, v)
		}
	}
	v := a.newPlan(t, r)
	a.plans[key] = v
	return v
}

func (a *Anonymizer) newPlan(t reflect.Type, r rule) visit {
	switch {
	case r == ruleKeep || numbers[t]:
		return nil
	case t == reflect.TypeFor[metav1.FieldsV1]():
		return visitFields
	case t == reflect.TypeFor[runtime.RawExtension]():
		return visitRaw
	case t == reflect.TypeFor[intstr.IntOrString]():
		return visitIntOrString
	}
	switch t.Kind() {
	case reflect.String:
		return textPlan(t, r)
	case reflect.Struct:
		return a.structPlan(t)
	case reflect.Pointer:
		return a.pointerPlan(t, r)
	case reflect.Slice, reflect.Array:
		return a.slicePlan(t, r)
	case reflect.Map:
		return a.mapPlan(t, r)
	default:
		return nil
	}
}

func textPlan(t reflect.Type, r rule) visit {
	if r == ruleDefault {
		r = ruleOfText(t)
	}
	replace := replacements[r]
	return func(a *Anonymizer, v reflect.Value) {
		if s := v.String(); s != "" {
			v.SetString(replace(a, s))
		}
	}
}

func (a *Anonymizer) structPlan(t reflect.Type) visit {
	type step struct {
		field int
		visit visit
	}
	var steps []step
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		if v := a.plan(f.Type, ruleOf(t, f)); v != nil {
			steps = append(steps, step{i, v})
		}
	}
	if steps == nil {
		return nil
	}
	return func(a *Anonymizer, v reflect.Value) {
		for _, s := range steps {
			s.visit(a, v.Field(s.field))
		}
	}
}

func (a *Anonymizer) pointerPlan(t reflect.Type, r rule) visit {
	element := a.plan(t.Elem(), r)
	if element == nil {
		return nil
	}
	return func(a *Anonymizer, v reflect.Value) {
		if !v.IsNil() {
			element(a, v.Elem())
		}
	}
}

func (a *Anonymizer) slicePlan(t reflect.Type, r rule) visit {
	if t.Elem().Kind() == reflect.Uint8 {
		return visitBytes
	}
	element := a.plan(t.Elem(), r)
	if element == nil {
		return nil
	}
	return func(a *Anonymizer, v reflect.Value) {
		for i := range v.Len() {
			element(a, v.Index(i))
		}
	}
}

// mapPlan replaces keys by the rule of their type, a plain string's as a label's, and
// values by the rule of the field.
func (a *Anonymizer) mapPlan(t reflect.Type, r rule) visit {
	keys := ruleKey
	if t.Key() != reflect.TypeFor[string]() {
		keys = ruleOfText(t.Key())
	}
	key, value := a.plan(t.Key(), keys), a.plan(t.Elem(), r)
	if key == nil && value == nil {
		return nil
	}
	return func(a *Anonymizer, v reflect.Value) {
		if v.Len() == 0 {
			return
		}
		replaced := reflect.MakeMapWithSize(t, v.Len())
		k, e := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		for each := v.MapRange(); each.Next(); {
			k.SetIterKey(each)
			e.SetIterValue(each)
			if key != nil {
				key(a, k)
			}
			if value != nil {
				value(a, e)
			}
			replaced.SetMapIndex(k, e)
		}
		v.Set(replaced)
	}
}
