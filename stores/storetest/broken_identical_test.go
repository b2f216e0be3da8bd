package storetest_test

import (
	"reflect"

	"informerbench/stores"
)

// copying are right but for that they hand out copies.
var copying = []caught{
	{name: "Get copies", claims: []stores.Guarantee{stores.IdenticalObjects}, by: []string{"reads return the very object that was stored"},
		new: breaking(func(b *broken) {
			b.get = func(s stores.Store, key string) (any, bool) {
				obj, exists := s.Get(key)
				return copyOf(obj), exists
			}
		})},
	{name: "List copies", claims: []stores.Guarantee{stores.IdenticalObjects}, by: []string{"reads return the very object that was stored"},
		new: breaking(func(b *broken) {
			b.list = func(s stores.Store) []any {
				list := s.List()
				for i := range list {
					list[i] = copyOf(list[i])
				}
				return list
			}
		})},
}

// copyOf copies what a pointer points to.
func copyOf(obj any) any {
	v := reflect.ValueOf(obj)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return obj
	}
	c := reflect.New(v.Type().Elem())
	c.Elem().Set(v.Elem())
	return c.Interface()
}
