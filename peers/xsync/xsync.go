// Package xsync is a store over the concurrent map of puzpuzpuz/xsync.
//
// # Idea
//
// Records by key in an xsync.Map; one writer at a time. The library has no secondary indexes: they are
// adapter.Postings, Go maps behind a lock. This repository's own sharded-xsync, over v3 of the same
// library, has its indexes in such maps as well.
//
// # Guarantees
//
// Linearizable point operations only: a list sees some of what is written meanwhile, a transaction is
// seen in part, and who reads an index waits for the lock.
//
// # Wins when
//
// Single keys are looked up on many cores beside writes.
//
// # Loses when
//
// Lists must be one state.
//
// # Source
//
// github.com/puzpuzpuz/xsync/v4.
package xsync

import (
	"iter"

	"github.com/puzpuzpuz/xsync/v4"
	"k8s.io/client-go/tools/cache"

	"informerbench/peers/adapter"
	"informerbench/stores"
)

// engine makes a new content for each write anew; the others change the present one.
type engine struct{ now *content }

type content struct {
	records *xsync.Map[string, *adapter.Record]
	adapter.Postings
}

// New returns an empty store with the given indexes.
func New(indexers cache.Indexers) stores.Store { return adapter.New(&engine{}, indexers) }

func (e *engine) Begin(anew bool) adapter.Tx {
	if anew {
		e.now = &content{records: xsync.NewMap[string, *adapter.Record]()}
	}
	return e.now
}

func (c *content) Commit() adapter.State { return c }
func (c *content) Live()                 {}

func (c *content) Put(r *adapter.Record) {
	old := c.Get(r.Key) // LoadAndStore would return r itself for a new key
	c.records.Store(r.Key, r)
	c.Exchange(old, r)
}

func (c *content) Delete(key string) {
	old, _ := c.records.LoadAndDelete(key)
	c.Exchange(old, nil)
}

func (c *content) Get(key string) *adapter.Record {
	r, _ := c.records.Load(key)
	return r
}

func (c *content) All() iter.Seq[*adapter.Record] {
	return func(yield func(*adapter.Record) bool) {
		c.records.Range(func(_ string, r *adapter.Record) bool { return yield(r) })
	}
}
