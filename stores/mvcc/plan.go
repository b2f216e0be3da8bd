package mvcc

import "k8s.io/client-go/tools/cache"

// plan is what is found out about an entry before it is applied. To look up many and then to
// apply them lets the processor wait for many cache lines at once: an atomic store, of
// which applying takes two for each object, waits for all loads before it.
type plan struct {
	hash, slot uint32
	found      bool
	same       bool // the slot is under its index values already
}

// ahead is how many entries of a transaction are planned at once.
const ahead = 16

func (g *generation) plan(key string) plan {
	hash := g.hash(key)
	slot, found := g.lookup(hash, key)
	return plan{hash: hash, slot: slot, found: found}
}

// planBlock plans entries, the values of the first of which are number n and following.
func (g *generation) planBlock(entries []cache.ThreadSafeStoreTransaction, s staged, n int, plans *[ahead]plan) {
	list := g.indexes.Load().list
	for i := range entries {
		plans[i] = g.plan(entries[i].Key)
	}
	for i := range entries {
		if !isPut(&entries[i]) {
			continue
		}
		p := &plans[i]
		p.same = p.found && !twice(plans[:i], p.slot) && g.stays(list, p.slot, s, n)
		n += len(list)
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

// stays tells whether a slot has at most one value under each index, and these are the same
// as the values number n and following.
func (g *generation) stays(list []*index, slot uint32, s staged, n int) bool {
	links := g.links.at(slot)
	for i, ix := range list {
		values, posting := s.of(n+i), links[i].posting
		switch {
		case len(values) == 0 && posting == noPosting:
		case len(values) != 1 || posting >= severalPostings || ix.posting(posting).value != values[0]:
			return false
		}
	}
	return true
}
