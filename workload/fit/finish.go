package fit

import (
	"maps"
	"slices"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/workload/trace"
)

// finish turns what was gathered into numbers.
func (o *observer) finish(end time.Duration, gaps []trace.Span) {
	r := o.out
	for i := range o.states {
		if o.states[i].live {
			r.Live++
		}
	}
	r.Rate = o.rate.rate(end, gaps)
	r.JSON = o.json.quantiles(1)
	if o.typed {
		r.Protobuf = o.size.quantiles(1)
	}
	if o.generations > 0 {
		share := rounded(float64(o.respecced) / float64(o.generations))
		r.SpecChanged = &share
	}
	r.Keys = o.keysOf()
	for _, x := range o.indexes {
		fan := Index{Name: x.name, Values: len(x.keys), Keys: quantilesOf(slices.Collect(maps.Values(x.keys)), count)}
		if r.Modified > 0 {
			fan.Changed = rounded(float64(x.changed) / float64(r.Modified))
		}
		r.Indexes = append(r.Indexes, fan)
		if x.name == cache.NamespaceIndex && fan.Keys != nil {
			r.Namespaces = &Spread{
				Count: fan.Values, Objects: fan.Keys,
				Skew: fitZipf(slices.Collect(maps.Values(o.apps)), len(o.apps)),
			}
		}
	}
}

// keysOf is nil without events.
func (o *observer) keysOf() *Keys {
	total := o.out.Events()
	if total == 0 {
		return nil
	}
	var events, updates []uint32
	for i := range o.states {
		if s := &o.states[i]; s.events > 0 {
			events = append(events, s.events)
			if s.updates > 0 {
				updates = append(updates, s.updates)
			}
		}
	}
	slices.SortFunc(events, func(a, b uint32) int { return int(int64(b) - int64(a)) })
	var top uint32
	for _, n := range events[:(len(events)+99)/100] {
		top += n
	}
	return &Keys{
		Distinct: len(events),
		Reused:   rounded(float64(o.reused) / float64(total)),
		Top:      rounded(float64(top) / float64(total)),
		// Objects come and go: those that an update could choose are as many as were there on average.
		Skew:    fitZipf(updates, (o.out.Listed+o.out.Live)/2),
		Between: o.between.quantiles(float64(time.Second / time.Microsecond)),
	}
}
