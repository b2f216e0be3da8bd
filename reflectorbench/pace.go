package reflectorbench

import (
	"time"

	"informerbench/workload"
)

// batch is events that are played in one go.
type batch struct {
	events []workload.Event
	// offsets are the nanoseconds after the first one at which events of a trace are due, at its
	// speed; nil for generated ones, and at full speed.
	offsets []int64
}

// at is the pace of the batch in an open loop.
func (b batch) at(rate int) pace { return pace{rate: rate, offsets: b.offsets} }

// pace says when the events of a batch are due. The zero value is full speed.
type pace struct {
	rate    int     // events a second
	offsets []int64 // as recorded; nil: the rate
}

func (p pace) full() bool { return p.rate == 0 && p.offsets == nil }

// due is when event i is, in nanoseconds after the start. It is computed from the start each
// time: added up, the rounding of one interval would become a drift.
func (p pace) due(i int) int64 {
	if p.offsets != nil {
		return p.offsets[i]
	}
	return int64(i) * int64(time.Second) / int64(p.rate)
}
