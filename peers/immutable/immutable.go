// Package immutable is a store over the persistent hash maps of benbjohnson/immutable.
//
// # Idea
//
// Records by key in a map, and for each index a map of maps: value, then key. Each is a hash array mapped
// trie whose Set returns a new map that shares nearly all with the old one. The library has no
// secondary indexes: the maps of maps are the adapter's idea.
//
// # Guarantees
//
// All of package stores: a map does not change.
//
// # Wins when
//
// States are kept for long beside few writes.
//
// # Loses when
//
// Much is written: each Set copies a path of the trie, in the records and in each index.
//
// # Source
//
// github.com/benbjohnson/immutable; Phil Bagwell, "Ideal Hash Trees" (2001).
package immutable

import (
	"iter"
	"slices"

	"github.com/benbjohnson/immutable"
	"k8s.io/client-go/tools/cache"

	"informerbench/peers/adapter"
	"informerbench/stores"
)

type byKey = immutable.Map[string, *adapter.Record]

// maps are engine and transaction and, copied, state.
type maps struct {
	records *byKey
	indexes []*immutable.Map[string, *byKey] // by position; as long as records had values
}

// New returns an empty store with the given indexes.
func New(indexers cache.Indexers) stores.Store { return adapter.New(&maps{}, indexers) }

func (m *maps) Begin(anew bool) adapter.Tx {
	if anew {
		*m = maps{records: immutable.NewMap[string, *adapter.Record](nil)}
	}
	return m
}

func (m *maps) Commit() adapter.State { return &maps{m.records, slices.Clone(m.indexes)} }

func (m *maps) Put(r *adapter.Record) {
	m.leave(m.Get(r.Key), r)
	m.records = m.records.Set(r.Key, r)
	for i, v := range r.Each() {
		for len(m.indexes) <= i {
			m.indexes = append(m.indexes, immutable.NewMap[string, *byKey](nil))
		}
		under, exists := m.indexes[i].Get(v)
		if !exists {
			under = immutable.NewMap[string, *adapter.Record](nil)
		}
		m.indexes[i] = m.indexes[i].Set(v, under.Set(r.Key, r))
	}
}

func (m *maps) Delete(key string) {
	m.leave(m.Get(key), nil)
	m.records = m.records.Delete(key)
}

// leave takes old out from under the values that r has not.
func (m *maps) leave(old, r *adapter.Record) {
	for i, v := range old.Without(r) {
		under, _ := m.indexes[i].Get(v)
		if under = under.Delete(old.Key); under.Len() > 0 {
			m.indexes[i] = m.indexes[i].Set(v, under)
		} else {
			m.indexes[i] = m.indexes[i].Delete(v)
		}
	}
}

func (m *maps) Get(key string) *adapter.Record {
	r, _ := m.records.Get(key)
	return r
}

func (m *maps) All() iter.Seq[*adapter.Record] { return values(m.records) }

func (m *maps) Under(index int, value string) iter.Seq[*adapter.Record] {
	var under *byKey
	if index < len(m.indexes) {
		under, _ = m.indexes[index].Get(value)
	}
	return values(under)
}

func (m *maps) Values(index int) iter.Seq[string] {
	return func(yield func(string) bool) {
		if index >= len(m.indexes) {
			return
		}
		for i := m.indexes[index].Iterator(); !i.Done(); {
			if v, _, _ := i.Next(); !yield(v) {
				return
			}
		}
	}
}

func values(of *byKey) iter.Seq[*adapter.Record] {
	return func(yield func(*adapter.Record) bool) {
		if of == nil {
			return
		}
		for i := of.Iterator(); !i.Done(); {
			if _, r, _ := i.Next(); !yield(r) {
				return
			}
		}
	}
}
