package fifo

import (
	"errors"
	"fmt"

	"k8s.io/client-go/tools/cache"
)

// keyedState is what a State may offer besides: a transaction of operations whose keys
// are known, which it may refuse by returning false. Without it each key is computed
// again inside of State, with an allocation.
type keyedState interface {
	ApplyKeyed(entries []cache.ThreadSafeStoreTransaction) bool
}

// ProcessBatch applies deltas that are about single objects; there may be several of one
// key. It is a [cache.ProcessBatchFunc]. If State is a [cache.TransactionStore], the
// batch is one transaction, and the handler is called after it, in order, for each
// operation that was applied. The error then has those of the objects without a key, and
// wraps the transaction's. Otherwise, and when the transaction applied nothing at all, the
// deltas are applied one by one as in Process. The slice is not kept.
func (p *Processor) ProcessBatch(deltas []cache.Delta, isInInitialList bool) error {
	store, ok := p.State.(cache.TransactionStore)
	if !ok {
		return p.oneByOne(deltas, isInInitialList)
	}
	s := p.takeScratch()
	defer p.putScratch(s)
	if !p.plan(s, deltas) {
		return p.oneByOne(deltas, isInInitialList)
	}
	failed := transact(s, store)
	if failed == nil {
		for i := range s.entries {
			p.notify(s, i, isInInitialList)
		}
		return s.refused(nil)
	}
	if len(failed.SuccessfulIndices) == 0 {
		// Nothing was applied, so nothing can be applied twice: a store that
		// turns out not to support transactions must not lose the batch.
		return p.oneByOne(deltas, isInInitialList)
	}
	for _, i := range failed.SuccessfulIndices {
		p.notify(s, i, isInInitialList)
	}
	return s.refused(failed)
}

// transact applies what was planned.
func transact(s *scratch, store cache.TransactionStore) *cache.TransactionError {
	if len(s.entries) == 0 {
		return nil
	}
	if keyed, ok := store.(keyedState); ok && keyed.ApplyKeyed(s.entries) {
		return nil
	}
	for i := range s.entries {
		s.txns = append(s.txns, s.entries[i].Transaction)
	}
	return store.Transaction(s.txns...)
}

// plan fills s, and returns false when a delta is not about one object.
func (p *Processor) plan(s *scratch, deltas []cache.Delta) bool {
	for i := range deltas {
		delta := &deltas[i]
		if !batchable(delta.Type) {
			return false
		}
		key, err := p.keyOf(delta.Object)
		if err != nil {
			s.errs = append(s.errs, err)
			continue
		}
		kind, replaced := cache.TransactionTypeDelete, any(nil)
		if delta.Type != cache.Deleted {
			kind, replaced = p.put(s, key)
		} else if !p.remains(s, key) {
			continue
		}
		s.add(cache.ThreadSafeStoreTransaction{
			Transaction: cache.Transaction{Object: delta.Object, Type: kind}, Key: key,
		}, replaced)
	}
	return true
}

// put finds out what storing under the key will be, and what it replaces: the object of
// the batch's own last operation on the key, else what State holds.
func (p *Processor) put(s *scratch, key string) (cache.TransactionType, any) {
	if last := s.last(key); last != nil {
		if last.Type == cache.TransactionTypeDelete {
			return cache.TransactionTypeAdd, nil
		}
		return cache.TransactionTypeUpdate, last.Object
	}
	if old, exists := p.lookup(key); exists {
		return cache.TransactionTypeUpdate, old
	}
	return cache.TransactionTypeAdd, nil
}

// remains tells whether there is something under the key after the operations so far.
func (p *Processor) remains(s *scratch, key string) bool {
	if last := s.last(key); last != nil {
		return last.Type != cache.TransactionTypeDelete
	}
	return p.holds(key)
}

// notify tells the handler of the i-th operation.
func (p *Processor) notify(s *scratch, i int, isInInitialList bool) {
	switch e := &s.entries[i]; e.Type {
	case cache.TransactionTypeAdd:
		p.Handler.OnAdd(e.Object, isInInitialList)
	case cache.TransactionTypeUpdate:
		p.Handler.OnUpdate(s.olds[i], e.Object)
	case cache.TransactionTypeDelete:
		p.Handler.OnDelete(e.Object)
	}
}

// refused is the error for what was not applied, nil when all was.
func (s *scratch) refused(failed *cache.TransactionError) error {
	errs := s.errs
	if failed != nil {
		errs = append(errs, failed)
	}
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("batch applied in part: %w", errors.Join(errs...))
}
