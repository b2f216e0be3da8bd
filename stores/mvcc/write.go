package mvcc

import (
	"k8s.io/client-go/tools/cache"
)

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key, in O(indexes) plus the values that changed. It
// panics, with nothing changed, when an index function fails; they run before it
// waits for other writers.
func (s *Store) Update(key string, obj any) {
	var values [8]string
	var ends [8]uint32
	set := s.generation.Load().indexes.Load().set
	staged := staged{values[:0], ends[:0]}.with(set, key, obj)
	readable := readable(obj)

	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.generation.Load()
	if newer := g.indexes.Load().set; newer != set {
		staged = staged.empty().with(newer, key, obj)
	}
	p := g.plan(key)
	g.put(p, key, split(obj), staged, 0)
	if !readable {
		g.keepVersion()
	}
	s.commit(g)
}

// Delete removes key and leaves the store's resource version alone.
func (s *Store) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *Store) DeleteWithObject(key string, obj any) {
	readable := readable(obj) // before anything changes, for it may panic, as for a nil pointer
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.generation.Load()
	if removed := g.remove(g.plan(key), key); removed || readable {
		g.takeVersion(obj, readable)
		s.commit(g)
	}
}

// Transaction applies the entries in order and commits them at once. The resource
// version becomes that of the last entry's object, if readable. When an index function
// fails for any entry it panics, and nothing of the transaction is applied; they run
// before it waits for other writers.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	last := &entries[len(entries)-1]
	readable := readable(last.Object) // before anything changes, see DeleteWithObject
	s.transact(entries, func(g *generation) {
		if !readable || !isPut(last) {
			g.takeVersion(last.Object, readable)
		}
	})
}

// TransactionAt is Transaction with the resource version that it sets.
func (s *Store) TransactionAt(resourceVersion string, entries ...cache.ThreadSafeStoreTransaction) {
	// The version is the last record of the log, and so becomes visible with the entries,
	// in the one store of the commit.
	s.transact(entries, func(g *generation) { g.setVersion(resourceVersion) })
}

// transact applies the entries and lets end write what the resource version is, and commits all
// of it at once.
func (s *Store) transact(entries []cache.ThreadSafeStoreTransaction, end func(*generation)) {
	scratch := s.scratch.take()
	defer s.scratch.give(scratch)
	set := s.generation.Load().indexes.Load().set
	scratch.stage(set, entries)

	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.generation.Load()
	if now := g.indexes.Load().set; now != set {
		scratch.stage(now, entries)
	}
	g.applyAll(entries, scratch.staged)
	end(g)
	s.commit(g)
}

// applyAll applies entries whose values are staged, block by block.
func (g *generation) applyAll(entries []cache.ThreadSafeStoreTransaction, s staged) {
	var b block
	n := 0
	for len(entries) > 0 {
		b.entries = entries[:min(ahead, len(entries))]
		b.plan(g, s, n)
		for i := range b.entries {
			g.journal.ahead = len(entries) - i
			n += g.apply(b.plans[i], &b.entries[i], s, n)
		}
		entries = entries[len(b.entries):]
	}
	g.journal.ahead = 0
}

func isPut(entry *cache.ThreadSafeStoreTransaction) bool {
	return entry.Type == cache.TransactionTypeAdd || entry.Type == cache.TransactionTypeUpdate
}

// apply applies one entry, whose values are number n and following, and returns how many
// it had. An entry of an unknown type does nothing, as in client-go.
func (g *generation) apply(p plan, entry *cache.ThreadSafeStoreTransaction, s staged, n int) int {
	switch {
	case isPut(entry):
		g.put(p, entry.Key, split(entry.Object), s, n)
		return g.links.stride
	case entry.Type == cache.TransactionTypeDelete:
		g.remove(p, entry.Key)
	}
	return 0
}

// Bookmark sets the resource version and nothing else.
func (s *Store) Bookmark(rv string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.generation.Load()
	g.setVersion(rv)
	s.commit(g)
}

// Resync does nothing, as in client-go.
func (s *Store) Resync() error { return nil }
