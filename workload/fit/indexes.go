package fit

import (
	"math"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// reindex moves the key from its old values to the object's. An update counts as a change of an
// index when the two differ.
func (o *observer) reindex(s *state, object runtime.Object, update bool) {
	var now []uint64
	var counts [maxIndexes]uint8
	at := 0 // of the old values of the index
	for i, x := range o.indexes {
		values, err := x.values(object)
		if err != nil {
			values = nil // an object of another kind is in no index
		}
		from := len(now)
		for _, v := range values[:min(len(values), math.MaxUint8)] {
			now = append(now, o.hash(v))
		}
		slices.Sort(now[from:])
		counts[i] = uint8(len(now) - from)
		before := s.values[at : at+int(s.counts[i])]
		at += len(before)
		if update && !slices.Equal(before, now[from:]) {
			x.changed++
		}
		x.remove(before)
		x.add(now[from:])
	}
	s.values, s.counts = slices.Clip(now), counts
}

// gone takes the key out of all indexes.
func (o *observer) gone(s *state) {
	at := 0
	for i, x := range o.indexes {
		x.remove(s.values[at : at+int(s.counts[i])])
		at += int(s.counts[i])
	}
	s.values, s.counts, s.live = nil, [maxIndexes]uint8{}, false
}

func (x *index) add(values []uint64) {
	for _, v := range values {
		x.keys[v]++
	}
}

func (x *index) remove(values []uint64) {
	for _, v := range values {
		if x.keys[v]--; x.keys[v] <= 0 {
			delete(x.keys, v)
		}
	}
}
