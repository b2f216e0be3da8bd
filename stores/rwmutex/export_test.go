package rwmutex

import "errors"

// Check walks the whole store for a violated invariant. No write may run beside it.
func (s *Store) Check() error {
	for _, u := range s.batch[:cap(s.batch)] {
		if u.n != 0 || u.one != "" || u.list != nil {
			return errors.New("the scratch space of transactions is not empty")
		}
	}
	return s.table.check(s.set)
}

// Slots is the number of slots, holes included.
func (s *Store) Slots() int { return s.table.objects.n }

// BatchCap is the capacity of the scratch space of transactions.
func (s *Store) BatchCap() int { return cap(s.batch) }

// BatchKeep is how much of that an idle store may keep.
const BatchKeep = batchKeep

// SparseSlots is the number of slots from which on a table is made smaller.
const SparseSlots = sparseSlots
