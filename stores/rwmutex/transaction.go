package rwmutex

import (
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// batchKeep is the largest capacity, in entries, of the scratch space that stays
// with an idle store: about 400 KB. Informers pop batches of at most 1,000.
const batchKeep = 4096

// batch is the scratch space of a transaction: what its entries replaced, to
// take them back, and what they will change in the indexes.
type batch struct {
	replaced []replaced
	shifts   []shift
}

// replaced is what the entry at the same position found under its key.
type replaced struct {
	object  any
	existed bool
}

// shift is one key that changes sets within one index.
type shift struct {
	index       int
	key         string
	leave, join []string
}

// Transaction applies the entries in order, under one lock. The resource version
// becomes that of the last entry's object, if readable. When an index function
// fails for any entry it panics, and nothing of the transaction is applied.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	rv, known := version.OfTransaction(entries)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.apply(entries)
	if known {
		s.rv = rv
	}
}

// apply works in two steps. The first calls the index functions, which may fail,
// and changes the object map as it goes, so that a later entry of the same key
// finds the earlier one; that much can be taken back without calling anybody. The
// second changes the indexes and cannot fail. Nobody sees the state between,
// for the caller holds mu.
func (s *Store) apply(entries []cache.ThreadSafeStoreTransaction) {
	staged := false
	defer func() {
		if !staged {
			s.takeBack(entries)
		}
		s.batch.reset()
	}()
	for i := range entries {
		s.stage(&entries[i])
	}
	staged = true
	for _, shift := range s.batch.shifts {
		s.postings[shift.index].shift(shift.key, shift.leave, shift.join)
	}
}

// stage applies one entry to the object map and notes its index changes. An
// entry of an unknown type does nothing, as in client-go.
func (s *Store) stage(entry *cache.ThreadSafeStoreTransaction) {
	old, existed := s.items[entry.Key]
	switch entry.Type {
	case cache.TransactionTypeAdd, cache.TransactionTypeUpdate:
		s.note(entry.Key, old, entry.Object)
		s.items[entry.Key] = entry.Object
	case cache.TransactionTypeDelete:
		s.note(entry.Key, old, nil)
		delete(s.items, entry.Key)
	}
	s.batch.replaced = append(s.batch.replaced, replaced{old, existed})
}

func (s *Store) note(key string, old, obj any) {
	for i := range s.postings {
		before := s.set.Value(i, key, old)
		leave, join := indexing.Changes(before, s.set.Value(i, key, obj))
		if len(leave)+len(join) > 0 {
			s.batch.shifts = append(s.batch.shifts, shift{i, key, leave, join})
		}
	}
}

// takeBack restores the object map from the last staged entry to the first, so
// that a key that several of them touched ends with what it had at first.
func (s *Store) takeBack(entries []cache.ThreadSafeStoreTransaction) {
	for i := len(s.batch.replaced) - 1; i >= 0; i-- {
		if was := s.batch.replaced[i]; was.existed {
			s.items[entries[i].Key] = was.object
		} else {
			delete(s.items, entries[i].Key)
		}
	}
}

// reset empties the scratch space, so that an idle store holds no old object,
// and gives an unusually large one back.
func (b *batch) reset() {
	if cap(b.replaced) > batchKeep || cap(b.shifts) > batchKeep {
		*b = batch{}
		return
	}
	clear(b.replaced)
	clear(b.shifts)
	b.replaced, b.shifts = b.replaced[:0], b.shifts[:0]
}
