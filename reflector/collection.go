package reflector

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// TransformedStore is what a store that transforms objects may offer besides
// cache.TransformingStore: to take a list whose items its Transformer has
// already seen. A streaming list then transforms objects as they arrive, so
// that the big originals are not all held until the end. To a store without
// this method they are handed over as they came, for its Replace transforms
// them and no object may be transformed twice (kubernetes/kubernetes#124337);
// client-go's reflector transforms in both places.
type TransformedStore interface {
	cache.TransformingStore
	// ReplaceTransformed is Replace without the transform.
	ReplaceTransformed(list []any, resourceVersion string) error
}

// collection gathers the initial events of a streaming list, beside the store:
// until the server says that they are complete they are only half a store. It
// keeps the order of arrival.
type collection struct {
	transform cache.TransformFunc
	// at finds an object's place in items. ObjectName shares the object's
	// strings, so a place costs no allocation of its own.
	at    map[cache.ObjectName]int
	items []any // nil where the object was deleted again
	gone  int
}

func newCollection(store cache.ReflectorStore) *collection {
	c := &collection{at: make(map[cache.ObjectName]int)}
	if t, ok := store.(TransformedStore); ok {
		c.transform = t.Transformer()
	}
	return c
}

// Add puts obj in, or in the place of the one with its name.
func (c *collection) Add(obj any) error {
	name, err := nameOf(obj)
	if err != nil {
		return err
	}
	if c.transform != nil {
		if obj, err = c.transform(obj); err != nil {
			return fmt.Errorf("transforming %v: %w", name, err)
		}
	}
	if i, ok := c.at[name]; ok {
		c.items[i] = obj
		return nil
	}
	c.at[name] = len(c.items)
	c.items = append(c.items, obj)
	return nil
}

// Update is Add.
func (c *collection) Update(obj any) error { return c.Add(obj) }

// Delete takes the object with obj's name out, if it is in.
func (c *collection) Delete(obj any) error {
	name, err := nameOf(obj)
	if err != nil {
		return err
	}
	if i, ok := c.at[name]; ok {
		delete(c.at, name)
		c.items[i] = nil
		c.gone++
	}
	return nil
}

// list gives the items away; the collection is empty afterwards.
func (c *collection) list() []any {
	items := c.items
	if c.gone > 0 {
		items = compact(items, c.at)
	}
	*c = collection{}
	return items
}

// compact closes the gaps. A transform may have left a nil object in its
// place, which is not a gap: at tells them apart.
func compact(items []any, at map[cache.ObjectName]int) []any {
	kept := make([]bool, len(items))
	for _, i := range at {
		kept[i] = true
	}
	whole := make([]any, 0, len(at))
	for i, item := range items {
		if kept[i] {
			whole = append(whole, item)
		}
	}
	return whole
}

func nameOf(obj any) (cache.ObjectName, error) {
	about, err := meta.Accessor(obj)
	if err != nil {
		return cache.ObjectName{}, cache.KeyError{Obj: obj, Err: err}
	}
	return cache.MetaObjectToName(about), nil
}

// replaceStreamed hands the collection to the store.
func (m *machine) replaceStreamed(c *collection, version string) error {
	t, ok := m.store.(TransformedStore)
	if !ok || c.transform == nil {
		return m.replace(c.list(), version)
	}
	if err := t.ReplaceTransformed(c.list(), version); err != nil {
		m.stats.storeFailures.Add(1)
		return fmt.Errorf("unable to sync streamed list of %v: %w", m.o.TypeDescription, err)
	}
	return nil
}
