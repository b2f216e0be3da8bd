package cow

import "hash/maphash"

// table is a persistent map from string to V whose entries have slot numbers: bins
// from the key's tag to its slot, and the slots. A store has one for its objects and
// one for each index, from value to posting.
type table[V any] struct {
	slots[V]
	bins *bins // a header of its own, for most writes change no key
}

// hasher turns keys into tags. The seed is the store's own, so that nobody can
// prepare keys that collide. The mask is all ones, except in tests.
type hasher struct {
	seed maphash.Seed
	mask uint32
}

func newHasher() hasher { return hasher{seed: maphash.MakeSeed(), mask: 1<<32 - 1} }

func (h hasher) tag(key string) uint32 {
	return uint32(maphash.String(h.seed, key)>>32) & h.mask
}

// find returns the slot of a key.
func (t *table[V]) find(key string, tag uint32) (slot uint32, exists bool) {
	for _, c := range t.bins.under(tag) {
		if c.tag() == tag && t.key(c.slot()) == key {
			return c.slot(), true
		}
	}
	return 0, false
}

// reserve gives an empty table as many bins as n entries want.
func (t *table[V]) reserve(n int, edit uint64) {
	t.bins = t.bins.edited(edit)
	t.bins.n = uint32(n/binLoad + 1)
	for at := uint32(0); at < t.bins.n; at += rackBins {
		t.bins.own(at, edit)
	}
}

// insert adds a key that is not there.
func (t *table[V]) insert(key string, tag uint32, val V, edit uint64) (slot uint32) {
	slot = t.take(key, val, edit)
	t.bins = t.bins.edited(edit)
	t.bins.add(newCell(tag, slot), t.count, edit)
	return slot
}

// remove takes out a key by its slot.
func (t *table[V]) remove(slot, tag uint32, edit uint64) {
	t.release(slot, edit)
	if t.count == 0 {
		*t = table[V]{}
		return
	}
	t.bins = t.bins.edited(edit)
	t.bins.cut(newCell(tag, slot), t.count, edit)
}
