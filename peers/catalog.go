package peers

import (
	"informerbench/peers/btree"
	"informerbench/peers/immutable"
	"informerbench/peers/memdb"
	"informerbench/peers/statedb"
	"informerbench/peers/syncmap"
	"informerbench/peers/xsync"
	"informerbench/stores"
	"informerbench/stores/catalog"
)

// All lists the peers in the order in which tables show them. The slice is the caller's.
func All() []catalog.Variant {
	return []catalog.Variant{
		{Name: "statedb", Summary: "cilium/statedb: tables over persistent radix trees", New: statedb.New, Guarantees: stores.Guarantees(), Peer: true},
		{Name: "memdb", Summary: "hashicorp/go-memdb: tables over immutable radix trees", New: memdb.New, Guarantees: stores.Guarantees(), Peer: true},
		{Name: "btree", Summary: "google/btree: B-trees, cloned and copied on writing", New: btree.New, Guarantees: stores.Guarantees(), Peer: true},
		{Name: "immutable", Summary: "benbjohnson/immutable: persistent hash tries", New: immutable.New, Guarantees: stores.Guarantees(), Peer: true},
		{Name: "xsync", Summary: "puzpuzpuz/xsync v4: a concurrent map, indexes behind a lock", New: xsync.New, Guarantees: points(), Peer: true},
		{Name: "syncmap", Summary: "the standard library's sync.Map, indexes behind a lock", New: syncmap.New, Guarantees: points(), Peer: true},
	}
}

func points() []stores.Guarantee {
	return []stores.Guarantee{stores.LinearizablePoints, stores.IdenticalObjects}
}
