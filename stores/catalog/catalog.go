// Package catalog lists the store variants, by hand: name, constructor and what each
// guarantees. Nothing registers itself; a store that is not written here does not
// exist for the suite.
package catalog

import (
	"fmt"
	"strings"

	"informerbench/stores"
	"informerbench/stores/clientgo"
	"informerbench/stores/cow"
	"informerbench/stores/rwmutex"
	"informerbench/stores/sharded"
)

// Variant is one store that can be chosen by name.
type Variant struct {
	// Name stands in flags and in the names of results, as store=Name.
	Name       string
	Summary    string // one line
	New        stores.Constructor
	Guarantees []stores.Guarantee
	// Peer marks a store that is not ours, with which ours are compared.
	Peer bool
	// KnownFailures maps the checks of storetest that the peer fails to the reason.
	KnownFailures map[string]string
}

// All lists every variant, the peer first. The slice is the caller's.
func All() []Variant {
	return []Variant{
		{
			Name: "clientgo", Summary: "client-go's own: one map under one RWMutex",
			New: clientgo.New, Guarantees: clientgo.Guarantees(), Peer: true, KnownFailures: clientgo.KnownFailures(),
		},
		{
			Name: "rwmutex", Summary: "client-go's algorithm in our own code: the yardstick",
			New: rwmutex.New, Guarantees: rwmutex.Guarantees(),
		},
		{
			Name: "sharded", Summary: "hash-partitioned, one lock a shard",
			New: sharded.New, Guarantees: sharded.Guarantees(),
		},
		{
			Name: "sharded-xsync", Summary: "hash-partitioned by xsync's concurrent map",
			New: sharded.NewXsync, Guarantees: sharded.Guarantees(),
		},
		{
			Name: "cow", Summary: "copy-on-write: immutable state behind one pointer",
			New: cow.New, Guarantees: cow.Guarantees(),
		},
	}
}

// Lookup returns the variant of that name, or an error that lists the names.
func Lookup(name string) (Variant, error) {
	var names []string
	for _, v := range All() {
		if v.Name == name {
			return v, nil
		}
		names = append(names, v.Name)
	}
	return Variant{}, fmt.Errorf("unknown store %q: allowed are %s", name, strings.Join(names, ", "))
}
