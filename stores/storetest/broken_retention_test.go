package storetest_test

import (
	"slices"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

const stalledKeep = "a stalled reader keeps a bounded number of old objects"

// hoarding are wrong in what they keep alive, of stores that can all of stores.Extended.
var hoarding = []caught{
	{name: "everything written since a snapshot stays with it", by: []string{stalledKeep}, new: newHoarder},
	{name: "the last snapshot stays with the store", by: []string{stalledKeep},
		new: func(indexers cache.Indexers) stores.Store {
			var last stores.Snapshot
			return withSnapshot(func(r *reference) stores.Snapshot {
				last = r.copy()
				return through{Snapshot: last, length: func() int { return last.Len() }}
			})(indexers)
		}},
	{name: "what was deleted stays in an array", by: []string{"memory is given back after mass deletes"},
		new: func(indexers cache.Indexers) stores.Store { return &slack{reference: referenceOf(indexers)} }},
}

// hoarder keeps a log of what it overwrote while a snapshot is open.
type hoarder struct {
	*reference
	open bool
	log  []any
}

func newHoarder(indexers cache.Indexers) stores.Store {
	return &hoarder{reference: referenceOf(indexers)}
}

func (h *hoarder) Update(key string, obj any) {
	if h.open {
		h.log = append(h.log, obj)
	}
	h.reference.Update(key, obj)
}

func (h *hoarder) Snapshot() stores.Snapshot {
	h.open = true
	return h.reference.Snapshot()
}

// slack keeps room for each key that was ever there.
type slack struct {
	*reference
	room [][256]byte
}

func (s *slack) Transaction(entries ...txn) {
	s.room = append(s.room, make([][256]byte, len(entries))...)
	s.reference.Transaction(entries...)
}

// extendedMutants are all stores with something wrong beyond client-go's interface.
func extendedMutants() []caught {
	return slices.Concat(brokenSnapshots, brokenBulk, brokenWaits, brokenVersioned, brokenHerds, hoarding)
}

// stuckMutants are caught by the guard.
func stuckMutants() []caught { return slices.Concat(stuckRanges, stuckWaits) }
