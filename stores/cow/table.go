package cow

import "hash/maphash"

// table is a persistent map from string to V whose entries have slot numbers: a
// trie from the key's tag to its slot, and the slots. A store has one for its
// objects and one for each index, from value to posting.
type table[V any] struct {
	trie node
	slots[V]
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

// find returns the slot of a key, in O(log n): about five nodes at a million.
func (t *table[V]) find(key string, tag uint32) (slot uint32, exists bool) {
	n := t.trie
	for shift := topNibble; ; shift -= nibble {
		switch at := n.(type) {
		case *branch:
			n = at.kid[place(tag, shift)]
		case *bin:
			return t.findInBin(at, key, tag)
		case *pile:
			return t.findInPile(at, key)
		default:
			return 0, false
		}
	}
}

func (t *table[V]) findInBin(b *bin, key string, tag uint32) (slot uint32, exists bool) {
	for i := tag % binCells; b.cells[i] != 0; i = (i + 1) % binCells {
		if c := b.cells[i]; c.tag() == tag && t.key(c.slot()) == key {
			return c.slot(), true
		}
	}
	return 0, false
}

func (t *table[V]) findInPile(p *pile, key string) (slot uint32, exists bool) {
	for _, c := range p.cells {
		if t.key(c.slot()) == key {
			return c.slot(), true
		}
	}
	return 0, false
}

// insert adds a key that is not there.
func (t *table[V]) insert(key string, tag uint32, val V, edit uint64) (slot uint32) {
	slot = t.take(key, val, edit)
	t.trie = plant(t.trie, newCell(tag, slot), topNibble, edit)
	return slot
}

// remove takes out a key by its slot.
func (t *table[V]) remove(slot, tag uint32, edit uint64) {
	t.trie = uproot(t.trie, newCell(tag, slot), topNibble, edit)
	t.release(slot, edit)
	if t.count == 0 {
		t.trie = nil
	}
}
