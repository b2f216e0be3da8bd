package reflector

import (
	"context"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

// collector gathers the items of a plain list, in their order, whoever brings them. What the
// store holds already is kept and what is new is transformed item by item, so that neither the
// unchanged nor the originals are all held until the end.
type collector struct {
	entrance
	expected *expectation
	items    []any
	wrong    wrongItems
}

func (m *machine) newCollector() collector {
	return collector{entrance: m.entrance(), expected: &m.expected, items: make([]any, 0, m.expectedSize())}
}

// add takes items of the list. The objects are the collector's, the slice is not. Items that
// are not what was expected are left out and counted in wrong. The error is a [refusal]; the
// list is then of no use.
func (c *collector) add(items []runtime.Object) error {
	for _, item := range items {
		if err := c.take(item, nil); err != nil {
			return err
		}
	}
	return nil
}

// take takes one item. One that lies in the list's array is of the type array points to, and
// is copied unless it is dropped.
func (c *collector) take(item runtime.Object, array reflect.Type) error {
	if err := c.expected.checkItem(item); err != nil || item == nil {
		c.wrong.add(err)
		return nil
	}
	if held, ok := c.held(item); ok {
		c.items = append(c.items, held)
		return nil
	}
	obj, err := c.admitted(ownCopy(item, array))
	if err != nil {
		return refusal{err}
	}
	c.items = append(c.items, obj)
	return nil
}

// takePage takes all items of a page. Those of typed lists are values in one array, and a
// pointer into it keeps all of it alive as long as any one item is
// (kubernetes/kubernetes#113305); so each that is new is copied, shallowly, into memory
// of its own.
func (c *collector) takePage(page runtime.Object) error {
	array := arrayOf(page)
	each := meta.EachListItemWithAlloc
	if array != nil {
		each = meta.EachListItem // copying is left to us
	}
	err := each(page, func(item runtime.Object) error { return c.take(item, array) })
	if _, refused := err.(refusal); err != nil && !refused {
		return fmt.Errorf("unable to understand list result %T: %w", page, err)
	}
	return err
}

// arrayOf returns the type of pointers into the array of a list whose items are values, and
// nil for a list of pointers or interfaces.
func arrayOf(page runtime.Object) reflect.Type {
	items, err := meta.GetItemsPtr(page)
	if err != nil {
		return nil
	}
	slice := reflect.TypeOf(items).Elem()
	if slice.Kind() != reflect.Slice || slice.Elem().Kind() != reflect.Struct {
		return nil
	}
	return reflect.PointerTo(slice.Elem())
}

// ownCopy returns item, or a shallow copy if it is a pointer into the array.
func ownCopy(item runtime.Object, array reflect.Type) runtime.Object {
	if array == nil || reflect.TypeOf(item) != array {
		return item
	}
	own := reflect.New(array.Elem())
	own.Elem().Set(reflect.ValueOf(item).Elem())
	return own.Interface().(runtime.Object)
}

// wrongItems counts the items of a page that are not what was expected; a list
// of the wrong type gets one line in the log, not one for each item.
type wrongItems struct {
	n     uint64
	first error
}

func (w *wrongItems) add(err error) {
	if w.n++; w.first == nil {
		w.first = err
	}
}

// reportWrong reports what was left out since it was called last.
func (m *machine) reportWrong(ctx context.Context, w *wrongItems) {
	if w.n == 0 {
		return
	}
	m.stats.skipped.Add(w.n)
	utilruntime.HandleErrorWithContext(ctx, w.first, "Unexpected list items, skipped", "reflector", m.o.Name, "items", w.n)
	*w = wrongItems{}
}
