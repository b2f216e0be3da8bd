package rwmutex

// table is the content of a store: a map from key to slot number, and dense lists
// of what is in the slots. Lists and postings need no look-up by key then, and the map
// is a quarter smaller than one that holds the objects.
//
// Its methods lock nothing.
type table struct {
	slots   map[string]uint32 // by key
	objects vector[any]       // by slot; hole{} where none is
	keys    vector[string]    // by slot; nothing as long as there are no indexes
	holes   []uint32          // slots to use again
	indexes []*index
}

// hole fills a slot without an object; nil is an object.
type hole struct{}

func isHole(obj any) bool {
	_, is := obj.(hole)
	return is
}

// newTable returns a table with room for n objects.
func newTable(indexes, n int) *table {
	t := &table{slots: make(map[string]uint32, n)}
	t.objects.reserve(n)
	for range indexes {
		x := newIndex()
		x.places.reserve(n)
		t.indexes = append(t.indexes, x)
	}
	if indexes > 0 {
		t.keys.reserve(n)
	}
	return t
}

// put stores one object, with its values by index, in O(1) for each value that changed.
func (t *table) put(key string, obj any, values []under) {
	slot, exists := t.slots[key]
	if !exists {
		slot = t.take(key)
	}
	t.fill(slot, obj, values)
}

// fill stores the object in a slot that is in use.
func (t *table) fill(slot uint32, obj any, values []under) {
	*t.objects.at(slot) = obj
	for i := range values {
		if values[i].n != unchanged {
			t.indexes[i].put(slot, &values[i])
		}
	}
}

// take finds a slot for a new key.
func (t *table) take(key string) uint32 {
	slot := uint32(t.objects.n)
	if n := len(t.holes); n > 0 {
		slot, t.holes = t.holes[n-1], t.holes[:n-1]
		if len(t.indexes) > 0 {
			*t.keys.at(slot) = key
		}
	} else {
		t.grow(key)
	}
	t.slots[key] = slot
	return slot
}

func (t *table) grow(key string) {
	t.objects.push(nil)
	if len(t.indexes) > 0 {
		t.keys.push(key)
	}
	for _, x := range t.indexes {
		x.places.push(place{posting: nowhere})
	}
}

// remove takes one object out, if it is there.
func (t *table) remove(key string) {
	slot, exists := t.slots[key]
	if !exists {
		return
	}
	delete(t.slots, key)
	for _, x := range t.indexes {
		x.put(slot, &under{})
	}
	*t.objects.at(slot) = hole{}
	if len(t.indexes) > 0 {
		*t.keys.at(slot) = "" // the deleted key's bytes can go
	}
	t.holes = append(t.holes, slot)
}

// appendKeys appends all keys to into.
func (t *table) appendKeys(into []string) []string {
	if len(t.indexes) > 0 && len(t.holes) == 0 {
		return t.keys.appendTo(into)
	}
	for key := range t.slots {
		into = append(into, key)
	}
	return into
}

// appendObjects appends all objects to into.
func (t *table) appendObjects(into []any) []any {
	if len(t.holes) == 0 {
		return t.objects.appendTo(into)
	}
	for _, chunk := range t.objects.chunks {
		for _, obj := range chunk {
			if !isHole(obj) {
				into = append(into, obj)
			}
		}
	}
	return into
}
