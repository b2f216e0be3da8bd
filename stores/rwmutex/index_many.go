package rwmutex

import (
	"slices"

	"informerbench/stores/internal/indexing"
)

// putMany is put where the slot had or gets several values.
func (x *index) putMany(slot uint32, u *under) {
	places := slices.Clone(x.placesOf(slot))
	leave, join := indexing.Changes(x.valuesAt(places), u.values())
	for _, value := range leave {
		number := x.numbers[value]
		i := slices.IndexFunc(places, func(p place) bool { return p.posting == number })
		x.leave(places[i])
		places = slices.Delete(places, i, i+1)
	}
	for _, value := range join {
		places = append(places, x.join(slot, value))
	}
	x.setPlaces(slot, places)
}

// placesOf returns the places of a slot, to read.
func (x *index) placesOf(slot uint32) []place {
	switch at := x.places.at(slot); at.posting {
	case nowhere:
		return nil
	case manifold:
		return x.many[slot]
	default:
		return []place{*at}
	}
}

func (x *index) valuesAt(places []place) []string {
	values := make([]string, len(places))
	for i, p := range places {
		values[i] = x.postings.at(p.posting).value
	}
	return values
}

func (x *index) setPlaces(slot uint32, places []place) {
	delete(x.many, slot)
	switch at := x.places.at(slot); len(places) {
	case 0:
		*at = place{posting: nowhere}
	case 1:
		*at = places[0]
	default:
		*at = place{posting: manifold}
		x.many[slot] = places
	}
}

// underAt returns what the slot has, without asking an index function.
func (x *index) underAt(slot uint32) under { return underOf(x.valuesAt(x.placesOf(slot))) }
