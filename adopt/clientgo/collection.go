package clientgo

import (
	"errors"
	"fmt"
	"reflect"
)

// collection names the two methods of a generated clientset that lead to the objects of one
// type, such as CoreV1 and Pods. The clientset is its own list of types: a table of ours
// would not compile with the next client-go, in which some versions are gone, and would know
// nothing of generated clients for custom types.
type collection struct {
	group, resource string
	namespaced      bool
}

// findCollection searches an interface of a clientset for a List whose items are of a type.
func findCollection(clientset, item reflect.Type) (collection, error) {
	if item == nil {
		return collection{}, errors.New("an example is nil")
	}
	if clientset.Kind() != reflect.Interface {
		return collection{}, fmt.Errorf("%v is not the interface of a clientset", clientset)
	}
	for group := range methods(clientset) {
		for resource := range methods(group.Type.Out(0)) {
			if listedType(resource.Type.Out(0)) == item {
				return collection{group.Name, resource.Name, resource.Type.NumIn() == 1}, nil
			}
		}
	}
	return collection{}, fmt.Errorf("%v lists no objects of type %v", clientset, item)
}

// methods ranges over the methods of an interface that return one interface and take
// nothing, or a namespace.
func methods(t reflect.Type) func(yield func(reflect.Method) bool) {
	return func(yield func(reflect.Method) bool) {
		for i := range t.NumMethod() {
			m := t.Method(i)
			if m.Type.NumOut() != 1 || m.Type.Out(0).Kind() != reflect.Interface {
				continue
			}
			if n := m.Type.NumIn(); n > 1 || n == 1 && m.Type.In(0).Kind() != reflect.String {
				continue
			}
			if !yield(m) {
				return
			}
		}
	}
}

// listedType returns the type of pointers to the items of what List returns, nil if the
// interface has no such List, or no Watch.
func listedType(client reflect.Type) reflect.Type {
	if _, ok := client.MethodByName("Watch"); !ok {
		return nil
	}
	list, ok := client.MethodByName("List")
	if !ok || list.Type.NumIn() != 2 || list.Type.NumOut() != 2 || list.Type.Out(0).Kind() != reflect.Pointer {
		return nil
	}
	result := list.Type.Out(0).Elem()
	if result.Kind() != reflect.Struct {
		return nil
	}
	items, ok := result.FieldByName("Items")
	if !ok || items.Type.Kind() != reflect.Slice {
		return nil
	}
	item := items.Type.Elem()
	if item.Kind() != reflect.Pointer {
		item = reflect.PointerTo(item)
	}
	return item
}
