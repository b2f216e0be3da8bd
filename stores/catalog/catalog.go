// Package catalog is the list of store variants, written by hand. Whoever offers
// a choice of stores takes it from here; only here do all variants meet.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"informerbench/stores"
	"informerbench/stores/clientgo"
	"informerbench/stores/cow"
	"informerbench/stores/mvcc"
	"informerbench/stores/packed"
	"informerbench/stores/rwmutex"
	"informerbench/stores/sharded"
)

// Variant is one store that can be chosen by name.
type Variant struct {
	Name string
	// Summary is one line for people who choose.
	Summary string
	New     stores.Constructor
	// WithYield makes the variant with another yield after a large read than New does; nil
	// where there is no such option.
	WithYield func(stores.Yield) stores.Constructor
	// Guarantees are what storetest proves for the variant.
	Guarantees []stores.Guarantee
	// Peer marks a store that is not ours, and that ours are compared with.
	Peer bool
	// Snapshots says in one line what a snapshot costs; empty where there are none.
	Snapshots string
	// KnownFailures maps the checks of storetest that the variant fails to the
	// reason; nil for all but the peer.
	KnownFailures map[string]string
}

// All lists the variants in the order in which reports print them, the peer
// first. The slice is the caller's.
func All() []Variant {
	return []Variant{
		{
			Name:          "clientgo",
			Summary:       "client-go's own store: the peer",
			New:           clientgo.New,
			Guarantees:    clientgo.Guarantees(),
			Peer:          true,
			KnownFailures: clientgo.KnownFailures(),
		},
		{
			Name:       "rwmutex",
			Summary:    "one map, one lock, client-go's algorithm: the yardstick",
			New:        rwmutex.New,
			Guarantees: rwmutex.Guarantees(),
			Snapshots:  "a copy of keys, objects and indexes while writers wait; they then pay nothing",
		},
		{
			Name:       "sharded",
			Summary:    "shards by a hash of the key, a lock for each",
			New:        sharded.New,
			Guarantees: sharded.Guarantees(),
			Snapshots:  "a moment in every shard; while it is open the first writes in each copy that shard",
		},
		{
			Name:       "sharded-xsync",
			Summary:    "concurrent maps (xsync.MapOf) for objects and indexes",
			New:        sharded.NewXsync,
			WithYield:  func(y stores.Yield) stores.Constructor { return sharded.Options{Yield: y}.New },
			Guarantees: sharded.XsyncGuarantees(),
			Snapshots:  "a copy of all keys and objects while writers wait; they then pay nothing",
		},
		{
			Name:       "cow",
			Summary:    "copy-on-write: an immutable state behind one atomic pointer",
			New:        cow.New,
			WithYield:  func(y stores.Yield) stores.Constructor { return cow.Options{Yield: y}.New },
			Guarantees: cow.Guarantees(),
			Snapshots:  "one load; nothing for writers, however long it is held",
		},
		{
			Name:       "mvcc",
			Summary:    "multi-version: objects in place, an undo log, readers that wait for nobody",
			New:        mvcc.New,
			WithYield:  func(y stores.Yield) stores.Constructor { return mvcc.Options{Yield: y}.New },
			Guarantees: mvcc.Guarantees(),
			Snapshots:  "some small objects; while it is open writers keep one old version of what they replace",
		},
	}
}

// Copying lists the variants that return copies of what is stored, and so are not
// interchangeable with those of All: whoever wants all stores does not get them, and who
// names one does. The slice is the caller's.
func Copying() []Variant {
	return []Variant{
		{
			Name:       "packed",
			Summary:    "objects encoded and compressed, decoded on read: a tenth of the memory, for look-ups by key",
			New:        packed.New,
			WithYield:  func(y stores.Yield) stores.Constructor { return packed.Options{Yield: y}.New },
			Guarantees: packed.Guarantees(),
			Snapshots:  "some small objects; while it is open writers keep one old version, packed, of what they replace",
		},
	}
}

// Names lists the names of all variants, in the order of All.
func Names() []string {
	var names []string
	for _, v := range All() {
		names = append(names, v.Name)
	}
	return names
}

// Lookup returns the variant of that name, of All or of Copying. The error lists the names
// there are.
func Lookup(name string) (Variant, error) {
	all := append(All(), Copying()...)
	i := slices.IndexFunc(all, func(v Variant) bool { return v.Name == name })
	if i < 0 {
		names := Names()
		for _, v := range Copying() {
			names = append(names, v.Name)
		}
		return Variant{}, fmt.Errorf("unknown store %q: want one of %s", name, strings.Join(names, ", "))
	}
	return all[i], nil
}
