package compact

import "unsafe"

// dictionary returns the map to use: an equal one that exists, or else, for strings, one with
// keys and values that exist.
func (w *walker) dictionary(o *op, q, x, y unsafe.Pointer) unsafe.Pointer {
	if q == x || q == y {
		return q
	}
	before := w.weighed
	for _, hint := range [...]unsafe.Pointer{x, y} {
		if hint != nil && w.equalMap(o.kind, q, hint) {
			w.adopted(before)
			return hint
		}
		w.weighed = before
	}
	l := w.lookupMap(o, q)
	if l.found != nil {
		return l.found
	}
	if o.kind == opStringMap {
		q = w.strings(o, q, x)
	}
	if l.enter {
		w.s.table.put(l.hash, l.id, l.n, q)
		w.counted.Entered++
	}
	return q
}

func (w *walker) lookupMap(o *op, q unsafe.Pointer) lookup {
	if o.site.rests() {
		return lookup{}
	}
	t := &w.s.table
	l := lookup{id: mapPart + uint32(o.kind-opStringMap)}
	l.hash = t.hashMap(o.kind, q, uint64(l.id))
	before := w.weighed
	if p := t.find(l.hash, l.id, 0); p != nil && w.equalMap(o.kind, q, p) {
		l.found = p
		w.found(o.site, before)
		return l
	}
	w.weighed = before
	l.enter = w.s.door.seen(l.hash, w.object)
	if l.enter {
		o.site.hit()
	}
	return l
}

// strings makes a map of keys and values that exist already. The sibling's keys are found by going through
// its map: a map does not tell which copy of a key it has.
func (w *walker) strings(o *op, q, hint unsafe.Pointer) unsafe.Pointer {
	m := *(*stringMap)(unsafe.Pointer(&q))
	if len(m) == 0 {
		return q
	}
	shared := make(stringMap, len(m))
	saved := w.counted.Strings
	if hint != nil {
		for k, v := range *(*stringMap)(unsafe.Pointer(&hint)) {
			if own, ok := m[k]; ok {
				shared[k] = w.text(o.vals, own, unsafe.Pointer(&v), nil)
				w.counted.Strings++
				w.counted.Bytes += int64(len(k))
			}
		}
	}
	if len(shared) < len(m) {
		for k, v := range m {
			if _, done := shared[k]; !done {
				shared[w.loneText(o.keys, k)] = w.loneText(o.vals, v)
			}
		}
	}
	if w.counted.Strings == saved {
		return q
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&shared))
}
