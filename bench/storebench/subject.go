package storebench

import (
	"fmt"
	"slices"
	"strings"

	"informerbench/stores"
	"informerbench/stores/catalog"
)

// Base is the store that all others are compared with: client-go's.
const Base = "clientgo"

// Again is client-go's store a second time: whatever differs from Base is noise.
const Again = "clientgo-again"

// subject is a store under its name in results.
type subject struct {
	name string
	new  stores.Constructor
	// neverYield makes the store without the yield after a large read; nil if
	// it has no such option.
	neverYield stores.Constructor
}

// Names lists what can be measured, in the order of the columns: the stores of the catalogue, and after
// them peers from elsewhere.
func Names(peers ...catalog.Variant) []string {
	names := catalog.Names()
	at := slices.Index(names, Base) + 1
	names = slices.Insert(names, at, Again)
	for _, p := range peers {
		names = append(names, p.Name)
	}
	return names
}

func subjectOf(name string, peers []catalog.Variant) (subject, error) {
	known := name
	if name == Again {
		known = Base
	}
	v, err := catalog.Lookup(known)
	if i := slices.IndexFunc(peers, func(p catalog.Variant) bool { return p.Name == name }); err != nil && i >= 0 {
		v, err = peers[i], nil
	}
	if err != nil {
		return subject{}, fmt.Errorf("%w, or %s", err, strings.Join(append([]string{Again}, Names(peers...)[len(Names()):]...), ", "))
	}
	s := subject{name: name, new: v.New}
	if v.WithYield != nil {
		s.neverYield = v.WithYield(stores.NeverYield)
	}
	return s, nil
}
