package storetest_test

import (
	"slices"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// brokenTransactions are wrong in Transaction alone, and without concurrency.
var brokenTransactions = map[string]func(*broken){
	"an empty transaction clears the version": transacting(func(s stores.Store, entries []txn) {
		if s.Transaction(entries...); len(entries) == 0 {
			s.Bookmark("")
		}
	}),
	"the last entry is forgotten": transacting(func(s stores.Store, entries []txn) {
		s.Transaction(entries[:max(len(entries)-1, 0)]...)
	}),
	"from the last entry to the first": transacting(func(s stores.Store, entries []txn) {
		reversed := slices.Clone(entries)
		slices.Reverse(reversed)
		s.Transaction(reversed...)
	}),
	"deletes first": transacting(func(s stores.Store, entries []txn) {
		sorted := slices.Clone(entries)
		slices.SortStableFunc(sorted, func(a, b txn) int {
			return int(a.Type[0]&1) - int(b.Type[0]&1) // 'D' is even, 'A' and 'U' are odd
		})
		s.Transaction(sorted...)
	}),
	"the version of the first entry": transacting(func(s stores.Store, entries []txn) {
		s.Transaction(entries...)
		for _, e := range entries[:min(len(entries), 1)] {
			s.Transaction(txn{Key: e.Key, Transaction: cache.Transaction{Object: e.Object}})
		}
	}),
	"the version of the last readable entry": transacting(func(s stores.Store, entries []txn) {
		s.Transaction(entries...)
		for _, e := range slices.Backward(entries) {
			if readable(e.Object) {
				s.Transaction(txn{Key: e.Key, Transaction: cache.Transaction{Object: e.Object}})
				return
			}
		}
	}),
	"an unknown type is an update": transacting(func(s stores.Store, entries []txn) {
		typed := slices.Clone(entries)
		for i := range typed {
			if typed[i].Type != cache.TransactionTypeDelete {
				typed[i].Type = cache.TransactionTypeUpdate
			}
		}
		s.Transaction(typed...)
	}),
	"nil objects are left out": transacting(func(s stores.Store, entries []txn) {
		s.Transaction(slices.DeleteFunc(slices.Clone(entries), func(e txn) bool {
			return e.Object == nil && e.Type != cache.TransactionTypeDelete
		})...)
	}),
}

func transacting(f func(stores.Store, []txn)) func(*broken) {
	return func(b *broken) {
		b.transaction = func(s stores.Store, entries ...txn) { f(s, entries) }
	}
}
