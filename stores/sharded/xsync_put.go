package sharded

// put stores an object whose values are given. The caller holds the lock of the key's
// stripe, and nothing in here can fail.
//
// Readers of an index rely on the order: take the new places, store the record, give up
// the old ones. So they meet the entry wherever it is, and drop it where it is not.
func (g *generation) put(stripe int, key string, obj any, after []values) {
	e, exists := g.items.Load(key)
	if !exists {
		e = &entry{key: key}
		e.name = g.rosters[stripe].join(e)
		in := g.join(e, nil, after)
		g.items.Store(key, e)
		e.now.Store(&record{obj, in})
		return
	}
	old := e.now.Load()
	if old.holds(after) {
		e.now.Store(&record{obj, old.in})
		return
	}
	in := g.join(e, old, after)
	e.now.Store(&record{obj, in})
	g.leave(old.in, in)
}

// remove takes an object out, if it is there: first for readers, then its places.
func (g *generation) remove(stripe int, key string) {
	e, exists := g.items.Load(key)
	if !exists {
		return
	}
	old := e.now.Load()
	e.now.Store(nil)
	g.items.Delete(key)
	g.rosters[stripe].leave(e.name)
	g.leave(old.in, nil)
}

// join returns standings under the values, which are the old ones where the record has
// them.
func (g *generation) join(e *entry, old *record, after []values) []standing {
	in := make([]standing, 0, standings(after))
	for i, v := range after {
		var before []standing
		if old != nil {
			before = old.under(i)
		}
		one := [1]string{v.one}
		list := v.many
		if list == nil {
			list = one[:]
		}
		for _, value := range list {
			s, had := find(before, value)
			if !had {
				s = g.indexes[i].join(i, value, e)
			}
			in = append(in, s)
		}
	}
	return in
}

func standings(after []values) (n int) {
	for _, v := range after {
		if v.many == nil {
			n++
		}
		n += len(v.many)
	}
	return n
}

// leave gives up the old places that are not among the kept ones.
func (g *generation) leave(old, kept []standing) {
	for _, s := range old {
		if !(&record{in: kept}).at(s.posting, s.name) {
			g.indexes[s.posting.index].leave(s)
		}
	}
}
