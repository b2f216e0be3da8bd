package wire

import (
	"context"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// ListWithContext returns a whole list: what client-go's clients return, item by item
// and in its metadata. Its type is that of Options.List; without it typed objects come in a
// metainternalversion.List.
func (s *Source) ListWithContext(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	var items []runtime.Object
	head, err := s.visitList(ctx, options, func(part []runtime.Object) error {
		items = append(items, part...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.objects.build(&head, items)
}

func (b *objects) build(head *listHead, items []runtime.Object) (runtime.Object, error) {
	list := reflect.New(b.list)
	switch l := list.Interface().(type) {
	case *internalversion.List:
		l.ListMeta, l.Items = head.meta, items
		return l, nil
	case *unstructured.UnstructuredList:
		l.Items = make([]unstructured.Unstructured, len(items))
		for i := range items {
			l.Items[i] = *items[i].(*unstructured.Unstructured)
		}
		return l, utiljson.Unmarshal(head.json, &l.Object)
	}
	list.Elem().FieldByName("ListMeta").Set(reflect.ValueOf(head.meta))
	if head.items {
		setItems(list.Elem().FieldByName("Items"), items)
	}
	return list.Interface().(runtime.Object), nil
}

// setItems copies the objects, not what they refer to, into a slice of structs.
func setItems(field reflect.Value, items []runtime.Object) {
	field.Set(reflect.MakeSlice(field.Type(), len(items), len(items)))
	pointers := field.Type().Elem().Kind() == reflect.Pointer
	for i := range items {
		item := reflect.ValueOf(items[i])
		if !pointers {
			item = item.Elem()
		}
		field.Index(i).Set(item)
	}
}
