package mvcc

import "k8s.io/client-go/tools/cache"

// plan is what is found out about an entry before it is applied.
type plan struct {
	hash, slot uint32
	found      bool
	same       bool // the slot is under its index values already
}

// plan looks up one key.
func (g *generation) plan(key string) plan {
	hash := g.hash(key)
	slot, found := g.lookup(hash, key)
	return plan{hash: hash, slot: slot, found: found}
}

// ahead is how many entries of a transaction are planned at once. A large store is not in the
// processor's cache, and on the way from a key to its slot and its postings each step waits for
// a line of memory. Taken step by step for all entries of a block, the waits overlap, as in
// Chen, Ailamaki, Gibbons, Mowry, "Improving Hash Join Performance through Prefetching" (ICDE
// 2004). Go has no prefetch; loads that nothing depends on do as well.
const ahead = 16

// block is the plans of up to ahead entries.
type block struct {
	entries  []cache.ThreadSafeStoreTransaction
	plans    [ahead]plan
	postings [ahead]*posting // of one index at a time
	touched  uint64          // what was loaded only to have it in the cache
}

// plan plans the entries. The values of the first of them are number n and following.
func (b *block) plan(g *generation, s staged, n int) {
	if g.live.Load() < largeStore {
		for i := range b.entries {
			b.plans[i] = g.plan(b.entries[i].Key)
		}
		return
	}
	b.find(g)
	list := g.indexes.Load().list
	if len(list) == 0 {
		return
	}
	for i := range b.entries {
		p := &b.plans[i]
		p.same = p.found && isPut(&b.entries[i]) && !twice(b.plans[:i], p.slot)
	}
	for i, ix := range list {
		b.compare(g, ix, s, n+i, len(list))
	}
}

// largeStore is from how many objects on it is worth while to ask for lines: below, slots and
// cells fit into the second-level cache of today's processors, 1 to 2 MB. It is a variable so
// that tests need no large stores.
var largeStore int64 = 25_000

// find looks up the keys: first it asks for the cells, then for the slots, then for the keys.
func (b *block) find(g *generation) {
	cells, chunks := *g.slots.cells.Load(), *g.directory.Load()
	for i := range b.entries {
		hash := g.hash(b.entries[i].Key)
		b.plans[i] = plan{hash: hash}
		b.touched += cells[home(hash, len(cells))].Load()
	}
	for i := range b.entries {
		p := &b.plans[i]
		probe := g.slots.probe(p.hash)
		if p.slot, p.found = probe.next(); p.found { // perhaps another key with the same hash
			c, offset := chunks.at(p.slot)
			b.touched += c.entries[offset].seq.Load()
		}
	}
	for i := range b.entries {
		if p := &b.plans[i]; p.found {
			c, offset := chunks.at(p.slot)
			if key := c.entries[offset].key; key != "" {
				b.touched += uint64(key[len(key)-1])
			}
			b.touched += uint64(len(g.links.at(p.slot)))
		}
	}
	for i := range b.entries {
		p, key := &b.plans[i], b.entries[i].Key
		if !p.found {
			continue
		}
		if c, offset := chunks.at(p.slot); c.entries[offset].key != key {
			p.slot, p.found = g.lookup(p.hash, key)
		}
	}
}

// compare finds out which slots are under the same value of an index as before.
func (b *block) compare(g *generation, ix *index, s staged, n, stride int) {
	for i := range b.entries {
		b.postings[i] = nil
		if p := &b.plans[i]; p.same {
			if l := g.links.at(p.slot)[ix.position]; l.posting < severalPostings {
				b.postings[i] = ix.posting(l.posting)
			}
		}
	}
	for i := range b.entries {
		if p := b.postings[i]; p != nil && p.value != "" {
			b.touched += uint64(p.value[len(p.value)-1])
		}
	}
	for i := range b.entries {
		if !isPut(&b.entries[i]) {
			continue
		}
		if p := &b.plans[i]; p.same {
			values, posting := s.of(n), b.postings[i]
			switch {
			case posting != nil:
				p.same = len(values) == 1 && posting.value == values[0]
			default:
				p.same = len(values) == 0 && g.links.at(p.slot)[ix.position].posting == noPosting
			}
		}
		n += stride
	}
}

// twice tells whether an entry before is about the slot. Then its values may change before
// it is the turn of this one.
func twice(before []plan, slot uint32) bool {
	for i := range before {
		if before[i].slot == slot && before[i].found {
			return true
		}
	}
	return false
}
