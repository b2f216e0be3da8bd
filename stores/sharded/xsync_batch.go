package sharded

import (
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Transaction applies the last entry of each key; other writers of the same stripes wait
// until all are applied, but readers see each as soon as it is. The resource
// version becomes that of the last entry's object, if readable, after all of them.
// When an index function fails for any entry it panics, and nothing is applied.
func (s *XsyncStore) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	rv, known := version.OfTransaction(entries)
	hashes, touched := route(entries, len(s.stripes))
	superseded := superseded(entries, hashes)
	for done := false; !done; {
		set := s.current.Load().set
		done = s.commit(entries, hashes, superseded, &touched, set, valuesOfAll(entries, set), rv, known)
	}
	if known {
		s.waiters.Notify()
	}
}

// commit answers false, with nothing done, when indexes have been added since the
// values were computed.
func (s *XsyncStore) commit(entries []cache.ThreadSafeStoreTransaction, hashes []uint64, superseded []bool,
	touched *stripes, set *indexing.Set, after []values, rv string, known bool) bool {
	for i := range touched.all {
		s.stripes[i].Lock()
	}
	defer func() {
		for i := range touched.all {
			s.stripes[i].Unlock()
		}
	}()
	now := s.current.Load()
	if now.set != set {
		return false
	}
	n := set.Len()
	for i := range entries {
		switch {
		case superseded[i]:
		case isPut(entries[i].Type):
			now.put(s.of(hashes[i]), entries[i].Key, entries[i].Object, after[i*n:(i+1)*n])
		case entries[i].Type == cache.TransactionTypeDelete:
			now.remove(s.of(hashes[i]), entries[i].Key)
		}
	}
	if known {
		s.stripes[touched.first()].set(&s.clock, rv)
	}
	return true
}

// superseded tells of each entry whether a later one has the same key. Readers who see
// each step would else see a key go that is deleted only to be added again.
func superseded(entries []cache.ThreadSafeStoreTransaction, hashes []uint64) []bool {
	old := make([]bool, len(entries))
	keys := make([]string, len(entries))
	seen := newTable(len(entries))
	for i := len(entries) - 1; i >= 0; i-- {
		if !isPut(entries[i].Type) && entries[i].Type != cache.TransactionTypeDelete {
			continue // does nothing, and so does not make an earlier one superfluous
		}
		keys[i] = entries[i].Key
		if _, old[i] = seen.find(hashes[i], keys, keys[i]); !old[i] {
			seen.add(hashes[i], uint32(i))
		}
	}
	return old
}
