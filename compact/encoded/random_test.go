package encoded_test

import (
	"math/rand/v2"
	"reflect"
	"strconv"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// filler fills objects with anything that their types can hold.
type filler struct{ *rand.Rand }

func (f filler) object(kind object) object {
	o := fresh(kind)
	f.fill(reflect.ValueOf(o).Elem(), 0)
	return o
}

const deepest = 14 // structs within structs that are filled

func (f filler) fill(v reflect.Value, depth int) {
	if f.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && depth < deepest {
				f.fill(v.Field(i), depth+1)
			}
		}
	case reflect.Pointer:
		if f.some(depth) {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		if f.some(depth) {
			v.Set(reflect.MakeSlice(v.Type(), 1+f.IntN(3), 4))
			for i := range v.Len() {
				f.fill(v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		if f.some(depth) {
			f.fillMap(v, depth)
		}
	default:
		f.scalar(v)
	}
}

// some is rarer the deeper it gets, so that objects stay of a size.
func (f filler) some(depth int) bool { return f.IntN(2+depth/2) == 0 }

func (f filler) fillMap(v reflect.Value, depth int) {
	v.Set(reflect.MakeMap(v.Type()))
	for range 1 + f.IntN(3) {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, depth+1)
		f.fill(value, depth+1)
		v.SetMapIndex(key, value)
	}
}

func (f filler) scalar(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(f.word())
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt([]int64{0, 1, 1 << 10, -1, int64(f.Int32())}[f.IntN(5)])
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.IntN(256)))
	}
}

func (f filler) word() string {
	switch f.IntN(4) {
	case 0:
		return ""
	case 1:
		return strconv.FormatUint(f.Uint64(), 36)
	}
	return []string{"True", "Running", "app.kubernetes.io/name", "cr.example.com/mesh/proxy:1.27.3"}[f.IntN(4)]
}

// special fills types that cannot hold everything that their fields can.
func (f filler) special(v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case *resource.Quantity:
		*p = resource.MustParse([]string{"0", "1", "100m", "128Mi", "1500m", "3e6", "0.5"}[f.IntN(7)])
	case *metav1.Time:
		*p = metav1.Unix(f.Int64N(1<<32), 0)
	case *metav1.MicroTime:
		*p = metav1.NewMicroTime(metav1.Unix(f.Int64N(1<<32), 1000*f.Int64N(1e6)).Time)
	case *intstr.IntOrString:
		*p = []intstr.IntOrString{intstr.FromInt32(8080), intstr.FromString("http")}[f.IntN(2)]
	case *metav1.FieldsV1:
		*p = *metav1.NewFieldsV1(`{"f:` + f.word() + `":{}}`)
	case *runtime.RawExtension:
		p.Raw = []byte(`{"a":"` + f.word() + `"}`)
	case *metav1.TypeMeta: // not in the message
	default:
		return false
	}
	return true
}
