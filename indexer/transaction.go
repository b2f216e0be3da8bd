package indexer

import (
	"errors"

	"k8s.io/client-go/tools/cache"
)

// ErrTransactionsUnsupported is in the Errors of a [cache.TransactionError] when
// the store below has no Transaction; nothing was applied then.
var ErrTransactionsUnsupported = errors.New("transaction not supported")

// Transaction applies txns in order, in one transaction of the store. An
// operation whose key or transform fails is left out and the others are applied
// nevertheless: the result then lists the errors, and the indices of the
// operations that were applied. It is nil when all were applied.
func (i *Indexer) Transaction(txns ...cache.Transaction) *cache.TransactionError {
	store, ok := i.store.(cache.ThreadSafeStoreWithTransaction)
	if !ok {
		return &cache.TransactionError{
			TotalTransactions: len(txns),
			Errors:            []error{ErrTransactionsUnsupported},
		}
	}
	keyed, failed := i.keyTransactions(txns)
	if len(keyed) > 0 {
		store.Transaction(keyed...)
	}
	if failed == nil {
		return nil
	}
	return failed.report(len(txns))
}

// keyTransactions returns the operations that can be applied, and the others
// (nil if there are none, so that the usual case allocates only the result).
func (i *Indexer) keyTransactions(txns []cache.Transaction) ([]cache.ThreadSafeStoreTransaction, *failures) {
	keyed := make([]cache.ThreadSafeStoreTransaction, 0, len(txns))
	var failed *failures
	for index, txn := range txns {
		key, obj, err := i.prepareTransaction(txn)
		if err != nil {
			failed = failed.add(index, err)
			continue
		}
		txn.Object = obj
		keyed = append(keyed, cache.ThreadSafeStoreTransaction{Transaction: txn, Key: key})
	}
	return keyed, failed
}

func (i *Indexer) prepareTransaction(txn cache.Transaction) (string, any, error) {
	if txn.Type == cache.TransactionTypeDelete {
		key, err := i.keyOf(txn.Object)
		return key, txn.Object, err
	}
	return i.prepare(txn.Object)
}

// failures collects the operations of a transaction that could not be applied.
type failures struct {
	indices []int
	errs    []error
}

func (f *failures) add(index int, err error) *failures {
	if f == nil {
		f = &failures{}
	}
	f.indices = append(f.indices, index)
	f.errs = append(f.errs, err)
	return f
}

// report turns the failed indices into client-go's form, which names the
// successful ones.
func (f *failures) report(total int) *cache.TransactionError {
	successful := make([]int, 0, total-len(f.indices))
	next := 0
	for index := range total {
		if next < len(f.indices) && f.indices[next] == index {
			next++
			continue
		}
		successful = append(successful, index)
	}
	return &cache.TransactionError{SuccessfulIndices: successful, TotalTransactions: total, Errors: f.errs}
}
