package prommetrics_test

import (
	"reflect"

	"k8s.io/client-go/tools/cache"
)

// handlerOf is a handler whose type, and with it the name, is another for each number.
func handlerOf(n int) cache.ResourceEventHandler {
	kind := reflect.StructOf([]reflect.StructField{
		{Name: "ResourceEventHandlerFuncs", Type: reflect.TypeFor[cache.ResourceEventHandlerFuncs](), Anonymous: true},
		{Name: "Number", Type: reflect.ArrayOf(n, reflect.TypeFor[byte]())},
	})
	return reflect.New(kind).Elem().Interface().(cache.ResourceEventHandler)
}
