package reflector

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// TransformedStore is what a store that transforms objects may offer besides
// cache.TransformingStore: to take a list whose items its Transformer has
// already seen. The reflector then transforms objects as they arrive, so
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
//
// A server sends each object of the state once and then what changed meanwhile,
// often nothing. So objects are only appended until the first change asks for a
// place; a map of a million names that is never read would cost more than the list.
// Should a server add an object twice, without a change in between, both are in
// the list, and the last one counts, as in any list.
type collection struct {
	entrance
	items []any // nil where the object was deleted again
	// renamed has the names of objects that the transform has given another one, or none; all
	// others have theirs still.
	renamed map[int]cache.ObjectName
	at      map[cache.ObjectName]int // the places in items; nil until one is asked for
	gone    int                      // items that are not in at
}

func (m *machine) newCollection() *collection {
	return &collection{entrance: m.entrance(), items: make([]any, 0, m.expectedSize())}
}

// Add appends obj, or puts it in the place of the one with its name if places are
// known by now.
func (c *collection) Add(obj any) error {
	name, obj, err := c.accept(obj)
	if err == nil {
		c.put(name, obj)
	}
	return err
}

// Update puts obj in, or in the place of the one with its name.
func (c *collection) Update(obj any) error {
	name, obj, err := c.accept(obj)
	if err == nil {
		c.locate()
		c.put(name, obj)
	}
	return err
}

// Delete takes the object with obj's name out, if it is in.
func (c *collection) Delete(obj any) error {
	name, err := nameOf(obj)
	if err != nil {
		return err
	}
	c.locate()
	if i, ok := c.at[name]; ok {
		delete(c.at, name)
		c.drop(i)
	}
	return nil
}

func (c *collection) accept(obj any) (cache.ObjectName, any, error) {
	name, err := nameOf(obj)
	if err != nil {
		return name, nil, err
	}
	if held, ok := c.held(obj); ok {
		return name, held, nil
	}
	obj, err = c.admitted(obj)
	return name, obj, err
}

func (c *collection) put(name cache.ObjectName, obj any) {
	i, ok := c.at[name]
	if ok {
		c.items[i] = obj
	} else {
		i = len(c.items)
		c.items = append(c.items, obj)
		if c.at != nil {
			c.at[name] = i
		}
	}
	c.noteName(i, name)
}

// noteName remembers what the i-th object was called if it does not say so itself.
func (c *collection) noteName(i int, name cache.ObjectName) {
	if c.transform == nil {
		return
	}
	if own, err := nameOf(c.items[i]); err == nil && own == name {
		delete(c.renamed, i)
		return
	}
	if c.renamed == nil {
		c.renamed = map[int]cache.ObjectName{}
	}
	c.renamed[i] = name
}

// name is that of the i-th object as it came.
func (c *collection) name(i int) cache.ObjectName {
	if name, ok := c.renamed[i]; ok {
		return name
	}
	name, _ := nameOf(c.items[i]) // no error: Add had its name already
	return name
}

// locate makes the map of places. An object that was added twice is from now on once
// in the list: the last one in the place of the first.
func (c *collection) locate() {
	if c.at != nil {
		return
	}
	c.at = make(map[cache.ObjectName]int, len(c.items))
	for i := range c.items {
		name := c.name(i)
		if first, ok := c.at[name]; ok {
			c.items[first] = c.items[i]
			c.noteName(first, name)
			c.drop(i)
			continue
		}
		c.at[name] = i
	}
}

func (c *collection) drop(i int) {
	c.items[i] = nil
	c.gone++
}

// list gives the items away; the collection is empty afterwards.
func (c *collection) list() []any {
	items := c.items
	if c.gone > 0 {
		items = compact(items, c.at)
	}
	c.items, c.renamed, c.at, c.gone = nil, nil, nil, 0
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
	return m.handOver(&c.entrance, c.list(), version, "streamed list")
}
