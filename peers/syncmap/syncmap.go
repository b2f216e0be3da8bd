// Package syncmap is a store over the standard library's sync.Map.
//
// # Idea
//
// Records by key in a sync.Map; one writer at a time. The library has no secondary indexes: they are
// adapter.Postings, Go maps behind a lock.
//
// # Guarantees
//
// Linearizable point operations only: a list sees some of what is written meanwhile, a transaction is
// seen in part, and who reads an index waits for the lock.
//
// # Wins when
//
// Single keys are looked up on many cores.
//
// # Loses when
//
// Lists must be one state, or there is little to gain from lock-free Gets: entries are boxed.
//
// # Source
//
// Package sync of Go 1.26.
package syncmap

import (
	"iter"
	"sync"

	"k8s.io/client-go/tools/cache"

	"informerbench/peers/adapter"
	"informerbench/stores"
)

// engine makes a new content for each write anew; the others change the present one.
type engine struct{ now *content }

type content struct {
	records sync.Map // of *adapter.Record by key
	adapter.Postings
}

// New returns an empty store with the given indexes.
func New(indexers cache.Indexers) stores.Store { return adapter.New(&engine{}, indexers) }

func (e *engine) Begin(anew bool) adapter.Tx {
	if anew {
		e.now = &content{}
	}
	return e.now
}

func (c *content) Commit() adapter.State { return c }
func (c *content) Live()                 {}

func (c *content) Put(r *adapter.Record) {
	old, _ := c.records.Swap(r.Key, r)
	c.Exchange(record(old), r)
}

func (c *content) Delete(key string) {
	old, _ := c.records.LoadAndDelete(key)
	c.Exchange(record(old), nil)
}

func record(r any) *adapter.Record {
	found, _ := r.(*adapter.Record)
	return found
}

func (c *content) Get(key string) *adapter.Record {
	r, _ := c.records.Load(key)
	return record(r)
}

func (c *content) All() iter.Seq[*adapter.Record] {
	return func(yield func(*adapter.Record) bool) {
		c.records.Range(func(_, r any) bool { return yield(r.(*adapter.Record)) })
	}
}
