// Package memdb is a store over hashicorp/go-memdb.
//
// # Idea
//
// One table with two of the library's indexes: records by key, and by index and value. Read transactions are
// roots of immutable radix trees. All index functions of an informer share one of the library's indexes, since its
// schema cannot change; what is added later is filled into a new database.
//
// # Guarantees
//
// All of package stores: a read transaction does not change.
//
// # Wins when
//
// One wants watches on single keys or prefixes, which are not used here.
//
// # Loses when
//
// Much is written, or read: trees of single bytes, and keys are built for each look-up. The values of an index are
// found by a scan of its records.
//
// # Source
//
// github.com/hashicorp/go-memdb, over hashicorp/go-immutable-radix.
package memdb

import (
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/hashicorp/go-memdb"
	"k8s.io/client-go/tools/cache"

	"informerbench/peers/adapter"
	"informerbench/stores"
)

const (
	table     = "records"
	byKey     = "id" // the library's name for the primary index
	byValue   = "value"
	byIndex   = byValue + "_prefix"
	idMarking = 0 // before each key, for keys may be empty
)

func schema() *memdb.DBSchema {
	return &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{table: {Name: table, Indexes: map[string]*memdb.IndexSchema{
		byKey:   {Name: byKey, Unique: true, Indexer: keyIndexer{}},
		byValue: {Name: byValue, AllowMissing: true, Indexer: valueIndexer{}},
	}}}}
}

// engine has a new database for each write anew.
type engine struct{ db *memdb.MemDB }

// txn is a transaction to write, or a state to read.
type txn struct {
	*memdb.Txn
	db *memdb.MemDB
}

// New returns an empty store with the given indexes.
func New(indexers cache.Indexers) stores.Store { return adapter.New(&engine{}, indexers) }

func (e *engine) Begin(anew bool) adapter.Tx {
	if anew {
		db, err := memdb.NewMemDB(schema())
		must(err)
		e.db = db
	}
	return txn{e.db.Txn(true), e.db}
}

func (t txn) Commit() adapter.State {
	t.Txn.Commit()
	return txn{t.db.Txn(false), t.db}
}

func (t txn) Put(r *adapter.Record) { must(t.Insert(table, r)) }

func (t txn) Delete(key string) {
	if err := t.Txn.Delete(table, &adapter.Record{Key: key}); err != memdb.ErrNotFound {
		must(err)
	}
}

func (t txn) Get(key string) *adapter.Record {
	found, err := t.First(table, byKey, key)
	must(err)
	r, _ := found.(*adapter.Record)
	return r
}

func (t txn) All() iter.Seq[*adapter.Record] { return t.over(byKey) }

func (t txn) Under(index int, value string) iter.Seq[*adapter.Record] {
	return t.over(byValue, index, value)
}

func (t txn) over(index string, args ...any) iter.Seq[*adapter.Record] {
	return func(yield func(*adapter.Record) bool) {
		results, err := t.Txn.Get(table, index, args...)
		must(err)
		for r := results.Next(); r != nil; r = results.Next() {
			if !yield(r.(*adapter.Record)) {
				return
			}
		}
	}
}

func (t txn) Values(index int) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for r := range t.over(byIndex, index) {
			for _, v := range r.Values[index] {
				if !seen[v] && !yield(v) {
					return
				}
				seen[v] = true
			}
		}
	}
}

// must panics for what only a wrong schema could cause.
func must(err error) {
	if err != nil {
		panic(fmt.Errorf("go-memdb: %w", err))
	}
}

// keyIndexer and valueIndexer make the bytes of the library's keys.
type (
	keyIndexer   struct{}
	valueIndexer struct{}
)

func (keyIndexer) FromArgs(args ...any) ([]byte, error) {
	if len(args) == 0 {
		return []byte{idMarking}, nil
	}
	return append([]byte{idMarking}, args[0].(string)...), nil
}

func (x keyIndexer) FromObject(raw any) (bool, []byte, error) {
	id, err := x.FromArgs(raw.(*adapter.Record).Key)
	return true, id, err
}

// FromArgs begins with the value's length, so that no value's bytes begin another's.
func (valueIndexer) FromArgs(args ...any) ([]byte, error) {
	value := args[1].(string)
	id := binary.BigEndian.AppendUint16(make([]byte, 0, 6+len(value)), uint16(args[0].(int)))
	return append(binary.BigEndian.AppendUint32(id, uint32(len(value))), value...), nil
}

func (valueIndexer) PrefixFromArgs(args ...any) ([]byte, error) {
	return binary.BigEndian.AppendUint16(nil, uint16(args[0].(int))), nil
}

func (x valueIndexer) FromObject(raw any) (bool, [][]byte, error) {
	var ids [][]byte
	for i, v := range raw.(*adapter.Record).Each() {
		id, _ := x.FromArgs(i, v)
		ids = append(ids, id)
	}
	return len(ids) > 0, ids, nil
}
