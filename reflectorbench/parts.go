package reflectorbench

import (
	"sort"
	"time"
)

// parted is how many events of a trace one phase of each measure gets.
type parted map[Measure]int

// minPart is the fewest events that a phase is measured with.
const minPart = 20

// phasesOf is how many phases a measure has that need events of their own, and how many times the
// length of --phase each lasts.
func (c Cell) phasesOf(m Measure) (phases, length int) {
	switch {
	case !c.takes(m):
	case m == MeasureThroughput:
		return 1, 0
	case m == MeasureLatency, m == MeasureReconcile:
		return 1, latencyPhases
	case m == MeasureRead:
		return readPhases, 1
	}
	return 0, 0
}

// played are the measures that need events, in the order in which they are taken.
var played = []Measure{MeasureThroughput, MeasureLatency, MeasureRead, MeasureReconcile}

// part shares a trace among the measures, which take theirs one after the other and none twice:
// each measure the same number of events, so that one alone gets the whole trace. --events
// sets what the full-speed phase gets, --phase how long the others last.
func part(c Cell, offsets []time.Duration) (parted, error) {
	measures := 0
	for _, m := range played {
		if n, _ := c.phasesOf(m); n > 0 {
			measures++
		}
	}
	switch {
	case measures == 0:
		return parted{}, nil
	case c.takes(MeasureThroughput) && c.Events > len(offsets):
		return nil, usagef("the trace has %d events, and --events=%d asks for more: take fewer, or 0 for a share of them", len(offsets), c.Events)
	case c.Phase > 0:
		return partByTime(c, offsets)
	}
	return partByCount(c, len(offsets), measures)
}

func partByCount(c Cell, events, measures int) (parted, error) {
	p, left := parted{}, events
	if c.Events > 0 && c.takes(MeasureThroughput) {
		p[MeasureThroughput] = c.Events
		left, measures = events-c.Events, measures-1
	}
	for _, m := range played {
		n, _ := c.phasesOf(m)
		if n == 0 || p[m] > 0 {
			continue
		}
		if p[m] = left / measures / n; p[m] < minPart {
			return nil, usagef("the trace has %d events, which is %d for each phase of measure %s, and it needs %d: take fewer --measures (sync, heap and relist need no events), fewer --events, or record longer",
				events, p[m], m, minPart)
		}
	}
	return p, nil
}

// partByTime gives the full-speed phase the beginning, and the others as much of the end
// as they last.
func partByTime(c Cell, offsets []time.Duration) (parted, error) {
	factor, err := c.factor()
	if err != nil {
		return nil, err
	}
	lengths := 0
	for _, m := range played {
		n, length := c.phasesOf(m)
		lengths += n * length
	}
	recorded := func(phases int) time.Duration { return time.Duration(float64(phases) * float64(c.Phase) * factor) }
	end, need := offsets[len(offsets)-1], recorded(lengths)
	// The last event still belongs to its phase, so the first one may lie exactly that far back.
	start := sort.Search(len(offsets), func(i int) bool { return end-offsets[i] < need }) - 1
	if lengths == 0 {
		start = len(offsets)
	}
	p := parted{}
	if c.takes(MeasureThroughput) {
		if p[MeasureThroughput] = start; c.Events > 0 {
			p[MeasureThroughput] = c.Events
		}
	}
	if start < p[MeasureThroughput] || c.takes(MeasureThroughput) && p[MeasureThroughput] < minPart {
		have := end - offsets[0]
		longest := time.Duration(float64(have) / float64(max(lengths, 1)) / factor)
		return nil, usagef("%d phases of %v at speed %v need %v of recorded time, beside what the full-speed phase gets, and the trace has %v: take a shorter --phase (less than %v), a lower --speed, fewer --events or fewer --measures",
			lengths, c.Phase, factor, need, have.Round(time.Millisecond), longest.Round(time.Millisecond))
	}
	if start < 0 {
		start = 0
	}
	return p, p.byTime(c, offsets[p[MeasureThroughput]:], recorded)
}

// byTime gives each open-loop phase the events that fall into its length; of the phases of one
// measure, which all get as many, the first decides.
func (p parted) byTime(c Cell, offsets []time.Duration, recorded func(phases int) time.Duration) error {
	for _, m := range played {
		n, length := c.phasesOf(m)
		if n == 0 || m == MeasureThroughput {
			continue
		}
		count := 0
		if len(offsets) > 0 {
			until := offsets[0] + recorded(length)
			count = min(sort.Search(len(offsets), func(i int) bool { return offsets[i] >= until }), len(offsets)/n)
		}
		if count < minPart {
			return usagef("only %d events of the trace fall into the phase of measure %s, and it needs %d: take a longer --phase, a higher --speed, or fewer --measures", count, m, minPart)
		}
		p[m], offsets = count, offsets[n*count:]
	}
	return nil
}
