// Package btree is a store over google/btree's trees, which are cloned in O(1) and copied on writing.
//
// # Idea
//
// Two trees: records by key, and postings by index, value and key. A writer changes its own trees and
// publishes clones of them. The library has no secondary indexes: the second tree is the adapter's idea.
//
// # Guarantees
//
// All of package stores: a published clone does not change.
//
// # Wins when
//
// Answers in the order of keys are wanted, or states are kept for long.
//
// # Loses when
//
// Much is written: each write copies the path to its leaf in both trees, once per index value.
//
// # Source
//
// github.com/google/btree v1.1.3. Not maintained any more, but done; tidwall/btree is of the same kind.
package btree

import (
	"cmp"
	"iter"

	"github.com/google/btree"
	"k8s.io/client-go/tools/cache"

	"informerbench/peers/adapter"
	"informerbench/stores"
)

const degree = 32

type posting struct {
	index      int
	value, key string
	record     *adapter.Record
}

func byKey(a, b *adapter.Record) bool { return a.Key < b.Key }

func byValue(a, b posting) bool {
	return cmp.Or(cmp.Compare(a.index, b.index), cmp.Compare(a.value, b.value), cmp.Compare(a.key, b.key)) < 0
}

// trees are engine, transaction and, cloned, state.
type trees struct {
	records  *btree.BTreeG[*adapter.Record]
	postings *btree.BTreeG[posting]
}

// New returns an empty store with the given indexes.
func New(indexers cache.Indexers) stores.Store { return adapter.New(&trees{}, indexers) }

func (t *trees) Begin(anew bool) adapter.Tx {
	if anew {
		t.records, t.postings = btree.NewG(degree, byKey), btree.NewG(degree, byValue)
	}
	return t
}

// Commit publishes clones, never the writer's own trees: a clone of these writes to them.
func (t *trees) Commit() adapter.State { return &trees{t.records.Clone(), t.postings.Clone()} }

func (t *trees) Put(r *adapter.Record) {
	old, _ := t.records.ReplaceOrInsert(r)
	for i, v := range old.Without(r) {
		t.postings.Delete(posting{index: i, value: v, key: old.Key})
	}
	for i, v := range r.Each() {
		t.postings.ReplaceOrInsert(posting{i, v, r.Key, r})
	}
}

func (t *trees) Delete(key string) {
	old, _ := t.records.Delete(&adapter.Record{Key: key})
	for i, v := range old.Each() {
		t.postings.Delete(posting{index: i, value: v, key: old.Key})
	}
}

func (t *trees) Get(key string) *adapter.Record {
	r, _ := t.records.Get(&adapter.Record{Key: key})
	return r
}

func (t *trees) All() iter.Seq[*adapter.Record] {
	return func(yield func(*adapter.Record) bool) { t.records.Ascend(yield) }
}

func (t *trees) Under(index int, value string) iter.Seq[*adapter.Record] {
	return func(yield func(*adapter.Record) bool) {
		t.postings.AscendGreaterOrEqual(posting{index: index, value: value}, func(p posting) bool {
			return p.index == index && p.value == value && yield(p.record)
		})
	}
}

// Values leaps from each value to the least one above it.
func (t *trees) Values(index int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for next, found := (posting{index: index}), true; found; {
			found = false
			t.postings.AscendGreaterOrEqual(next, func(p posting) bool {
				found = p.index == index && yield(p.value)
				next.value = p.value + "\x00"
				return false
			})
		}
	}
}
