// Package statedb is a store over cilium/statedb.
//
// # Idea
//
// One table with a primary index, records by key, and one secondary index, records by index and value. Read
// transactions are roots of persistent radix trees. All index functions of an informer share the secondary
// index, since a table's indexes cannot change.
//
// # Guarantees
//
// All of package stores: a read transaction does not change.
//
// # Wins when
//
// One wants what it was made for: transactions over several tables, change iterators and watch channels, which
// are not used here.
//
// # Loses when
//
// Much is written: revisions and watch channels are kept for each object. The values of an index are
// found by a scan of its records.
//
// # Source
//
// github.com/cilium/statedb.
package statedb

import (
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/cilium/statedb"
	"github.com/cilium/statedb/index"
	"k8s.io/client-go/tools/cache"

	"informerbench/peers/adapter"
	"informerbench/stores"
)

var byKey = statedb.Index[*adapter.Record, string]{
	Name:       "key",
	FromObject: func(r *adapter.Record) index.KeySet { return index.NewKeySet(keyOf(r.Key)) },
	FromKey:    keyOf,
	Unique:     true,
}

var byValue = statedb.Index[*adapter.Record, index.Key]{
	Name: "value",
	FromObject: func(r *adapter.Record) index.KeySet {
		var keys []index.Key
		for i, v := range r.Each() {
			keys = append(keys, valueOf(i, v))
		}
		if len(keys) == 0 {
			return index.EmptyKeySet
		}
		return index.NewKeySet(keys[0], keys[1:]...)
	},
	FromKey: func(k index.Key) index.Key { return k },
}

// keyOf marks each key, for keys may be empty.
func keyOf(key string) index.Key { return append(index.Key{0}, key...) }

func indexOf(i int) index.Key { return binary.BigEndian.AppendUint16(nil, uint16(i)) }

// valueOf begins with the value's length, so that no value's bytes begin another's.
func valueOf(i int, value string) index.Key {
	return append(binary.BigEndian.AppendUint32(indexOf(i), uint32(len(value))), value...)
}

type engine struct {
	db    *statedb.DB
	table statedb.RWTable[*adapter.Record]
}

// New returns an empty store with the given indexes.
func New(indexers cache.Indexers) stores.Store {
	db := statedb.New()
	table, err := statedb.NewTableAny(db, "records", func() []string { return nil }, func(*adapter.Record) []string { return nil }, byKey, byValue)
	must(err)
	return adapter.New(&engine{db, table}, indexers)
}

func (e *engine) Begin(anew bool) adapter.Tx {
	w := writing{e.table, e.db.WriteTxn(e.table)}
	if anew {
		must(e.table.DeleteAll(w.txn))
	}
	return w
}

type writing struct {
	table statedb.RWTable[*adapter.Record]
	txn   statedb.WriteTxn
}

// reading is a state.
type reading struct {
	table statedb.Table[*adapter.Record]
	txn   statedb.ReadTxn
}

func (w writing) Commit() adapter.State { return reading{w.table, w.txn.Commit()} }

func (w writing) Put(r *adapter.Record) {
	_, _, err := w.table.Insert(w.txn, r)
	must(err)
}

func (w writing) Delete(key string) {
	_, _, err := w.table.Delete(w.txn, &adapter.Record{Key: key})
	must(err)
}

func (r reading) Get(key string) *adapter.Record {
	found, _, _ := r.table.Get(r.txn, byKey.Query(key))
	return found
}

func (r reading) All() iter.Seq[*adapter.Record] { return records(r.table.All(r.txn)) }

func (r reading) Under(i int, value string) iter.Seq[*adapter.Record] {
	return records(r.table.List(r.txn, byValue.Query(valueOf(i, value))))
}

func (r reading) Values(i int) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for found := range r.table.Prefix(r.txn, byValue.Query(indexOf(i))) {
			for _, v := range found.Values[i] {
				if !seen[v] && !yield(v) {
					return
				}
				seen[v] = true
			}
		}
	}
}

func records(all iter.Seq2[*adapter.Record, statedb.Revision]) iter.Seq[*adapter.Record] {
	return func(yield func(*adapter.Record) bool) {
		for r := range all {
			if !yield(r) {
				return
			}
		}
	}
}

// must panics for what only a wrong table could cause.
func must(err error) {
	if err != nil {
		panic(fmt.Errorf("statedb: %w", err))
	}
}
