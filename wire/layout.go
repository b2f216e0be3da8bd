package wire

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// layoutOf reads from a list type where its message has metadata and items. It panics
// if that is no list of the element type.
func layoutOf(list, elem reflect.Type) layout {
	l := usualLayout
	if list.Kind() != reflect.Struct {
		panic(fmt.Sprintf("wire: Options.List is a pointer to %v, not to a struct", list))
	}
	items, ok := list.FieldByName("Items")
	if !ok || items.Type.Kind() != reflect.Slice || items.Type.Elem() != elem && items.Type.Elem() != reflect.PointerTo(elem) {
		panic(fmt.Sprintf("wire: Options.List %v has no Items of %v", list, elem))
	}
	if n, ok := fieldNumber(items); ok {
		l.itemsField = n
	}
	about, ok := list.FieldByName("ListMeta")
	if !ok || about.Type != reflect.TypeFor[metav1.ListMeta]() {
		panic(fmt.Sprintf("wire: Options.List %v does not embed metav1.ListMeta", list))
	}
	if n, ok := fieldNumber(about); ok {
		l.metaField = n
	}
	return l
}

// fieldNumber reads a tag such as protobuf:"bytes,2,rep,name=items".
func fieldNumber(f reflect.StructField) (int, bool) {
	parts := strings.Split(f.Tag.Get("protobuf"), ",")
	if len(parts) < 2 {
		return 0, false
	}
	n, err := strconv.Atoi(parts[1])
	return n, err == nil && n > 0
}
