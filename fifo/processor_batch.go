package fifo

import (
	"fmt"

	"k8s.io/client-go/tools/cache"
)

// scratch holds a batch in flat form: one operation and one old object for each
// delta, rather than a closure, so that a batch allocates nothing here.
type scratch struct {
	txns []cache.Transaction
	// olds has the object that txns[i] replaces, nil unless it is an update.
	olds []any
}

// ProcessBatch applies deltas of which no two are of one key. It is a
// [cache.ProcessBatchFunc]. If State is a [cache.TransactionStore], the batch is
// one transaction, and the handler is called after it, in order, for each
// operation that was applied; the error then wraps the transaction's. Otherwise,
// and when the transaction applied nothing at all, the deltas are applied one by
// one as in Process.
func (p *Processor) ProcessBatch(deltas []cache.Delta, isInInitialList bool) error {
	store, ok := p.State.(cache.TransactionStore)
	if !ok {
		return p.oneByOne(deltas, isInInitialList)
	}
	s := p.takeScratch()
	defer p.putScratch(s)
	if !s.plan(p.State, deltas) {
		return p.oneByOne(deltas, isInInitialList)
	}
	failed := store.Transaction(s.txns...)
	if failed == nil {
		for i := range s.txns {
			p.notify(s, i, isInInitialList)
		}
		return nil
	}
	if len(failed.SuccessfulIndices) == 0 {
		// Nothing was applied, so nothing can be applied twice: a store that
		// turns out not to support transactions must not lose the batch.
		return p.oneByOne(deltas, isInInitialList)
	}
	for _, i := range failed.SuccessfulIndices {
		p.notify(s, i, isInInitialList)
	}
	return fmt.Errorf("batch applied in part: %w", failed)
}

// plan fills s, and returns false when a delta is not about one object.
func (s *scratch) plan(state cache.Store, deltas []cache.Delta) bool {
	for _, delta := range deltas {
		if !batchable(delta.Type) {
			return false
		}
		txn := cache.Transaction{Object: delta.Object, Type: cache.TransactionTypeDelete}
		var replaced any
		if delta.Type != cache.Deleted {
			txn.Type = cache.TransactionTypeAdd
			// Keys are unique in a batch, so what State holds before the
			// transaction is what this operation will find. A failing key fails
			// again in the transaction, which reports it.
			if old, exists, err := state.Get(delta.Object); err == nil && exists {
				txn.Type, replaced = cache.TransactionTypeUpdate, old
			}
		}
		s.txns = append(s.txns, txn)
		s.olds = append(s.olds, replaced)
	}
	return true
}

// notify tells the handler of the i-th operation.
func (p *Processor) notify(s *scratch, i int, isInInitialList bool) {
	txn := s.txns[i]
	switch txn.Type {
	case cache.TransactionTypeAdd:
		p.Handler.OnAdd(txn.Object, isInInitialList)
	case cache.TransactionTypeUpdate:
		p.Handler.OnUpdate(s.olds[i], txn.Object)
	case cache.TransactionTypeDelete:
		p.Handler.OnDelete(txn.Object)
	}
}

func (p *Processor) takeScratch() *scratch {
	if s := p.scratch.Swap(nil); s != nil {
		return s
	}
	return &scratch{}
}

// putScratch drops all references to objects before it keeps the buffers: the
// next batch may be hours away. Their size is bounded by the queue's batch size.
func (p *Processor) putScratch(s *scratch) {
	clear(s.txns)
	clear(s.olds)
	s.txns, s.olds = s.txns[:0], s.olds[:0]
	p.scratch.Store(s)
}
