package storetest_test

import (
	"runtime"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// versioned is the reference with a TransactionAt.
type versioned struct {
	*reference
	at func(r *reference, rv string, entries []txn)
}

var _ stores.VersionedTransactor = versioned{}

func (v versioned) TransactionAt(rv string, entries ...txn) { v.at(v.reference, rv, entries) }

func withTransactionAt(at func(r *reference, rv string, entries []txn)) stores.Constructor {
	return func(indexers cache.Indexers) stores.Store { return versioned{referenceOf(indexers), at} }
}

// rightAt writes both in one critical section. Only its snapshots are of one state, for
// the inner store's Get and version do not take the lock.
func rightAt(r *reference, rv string, entries []txn) {
	r.write(func() { r.Store.Transaction(entries...); r.Store.Bookmark(rv) })
}

const (
	ownVersion = "TransactionAt is a Transaction that sets its own version"
	asOne      = "TransactionAt shows its content and its version as one"
	wakesAt    = "TransactionAt wakes who waits for its version, who then sees its content"
)

// brokenVersioned are wrong in TransactionAt alone.
var brokenVersioned = []caught{
	{name: "TransactionAt takes the version of its last object", by: []string{ownVersion},
		new: withTransactionAt(func(r *reference, _ string, entries []txn) { r.Transaction(entries...) })},
	{name: "TransactionAt without entries does nothing", by: []string{ownVersion},
		new: withTransactionAt(func(r *reference, rv string, entries []txn) {
			if len(entries) > 0 {
				rightAt(r, rv, entries)
			}
		})},
	{name: "TransactionAt writes the version after its content", by: []string{asOne},
		new: withTransactionAt(func(r *reference, rv string, entries []txn) {
			r.Transaction(entries...)
			runtime.Gosched()
			r.Bookmark(rv)
		})},
	{name: "TransactionAt writes the version before its content", by: []string{asOne, wakesAt},
		new: withTransactionAt(func(r *reference, rv string, entries []txn) {
			r.Bookmark(rv)
			runtime.Gosched()
			r.write(func() { r.Store.Transaction(entries...); r.Store.Bookmark(rv) })
		})},
	{name: "TransactionAt in two halves", by: []string{asOne},
		new: withTransactionAt(func(r *reference, rv string, entries []txn) {
			half := len(entries) / 2
			r.write(func() { r.Store.Transaction(entries[:half]...); r.Store.Bookmark(rv) })
			runtime.Gosched()
			r.write(func() { r.Store.Transaction(entries[half:]...); r.Store.Bookmark(rv) })
		})},
}
