package reflectorbench

import (
	"slices"
	"time"
)

// The phase lengths below keep ten rounds of seven pipelines at 10k and 100k within
// 15 minutes on 2 cores: a 10k cell takes about 3 s, a 100k cell about 8 s, of which
// 0.8 to 1.6 s is the reflector's pause before a relist, which client-go draws at
// random and does not let one set.
const (
	// phase10k: at 2,000 events/s and two phases' length, 800 latencies a round,
	// 8,000 over ten rounds.
	phase10k  = 200 * time.Millisecond
	phase100k = 200 * time.Millisecond // one List takes milliseconds here
	phase1M   = time.Second            // one List takes 0.1 s here

	// Fewer events than these end too soon to be timed; more only add heap, as
	// they are generated beforehand.
	minEvents = 20_000
	maxEvents = 100_000
)

// latencyPhases is how many phases the open-loop latency phase lasts: its tail
// needs more samples than a read's, and has fewer a second.
const latencyPhases = 2

// WithDefaults returns the cell with Events, Phase and Measures filled in. Of a trace, Events and
// Phase stay 0: each phase gets its share of what was recorded.
func (c Cell) WithDefaults() Cell {
	if c.replays() && c.Speed == "" {
		c.Speed = "1"
	}
	if c.Events == 0 && !c.replays() {
		c.Events = min(max(c.Objects*3/10, minEvents), maxEvents)
	}
	if c.Phase == 0 && !c.replays() {
		c.Phase = defaultPhase(c.Objects)
	}
	if len(c.Measures) == 0 {
		c.Measures = c.allowedMeasures()
	}
	return c
}

func defaultPhase(objects int) time.Duration {
	switch {
	case objects >= 1_000_000:
		return phase1M
	case objects >= 100_000:
		return phase100k
	}
	return phase10k
}

// allowedMeasures: nobody may write to a real cluster here, so what needs events of ours,
// or watches that expire on demand, is left out there. Without workers nobody reconciles.
func (c Cell) allowedMeasures() []Measure {
	if c.Source == Cluster {
		return []Measure{MeasureSync, MeasureHeap, MeasureRead}
	}
	if c.atMax() {
		return []Measure{MeasureSync, MeasureHeap, MeasureThroughput, MeasureRelist}
	}
	if c.Workers == 0 {
		return slices.DeleteFunc(MeasureNames(), func(m Measure) bool { return m == MeasureReconcile })
	}
	return MeasureNames()
}
