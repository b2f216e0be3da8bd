package reflectorbench

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// steady are events at one rate.
func steady(n int, gap time.Duration) []time.Duration {
	out := make([]time.Duration, n)
	for i := range out {
		out[i] = time.Duration(i) * gap
	}
	return out
}

func traceCell(measures ...Measure) Cell {
	c := DefaultCell()
	c.Trace, c.Measures = "prod.trace", measures
	return c.WithDefaults()
}

func TestATraceIsSharedAmongTheMeasures(t *testing.T) {
	all := []Measure{MeasureSync, MeasureHeap, MeasureThroughput, MeasureLatency, MeasureRead, MeasureRelist}
	for name, c := range map[string]struct {
		cell Cell
		want parted
	}{
		"one alone gets all":     {traceCell(MeasureSync, MeasureLatency), parted{MeasureLatency: 12_000}},
		"none needs none":        {traceCell(MeasureSync, MeasureHeap), parted{}},
		"each gets as many":      {traceCell(all...), parted{MeasureThroughput: 4000, MeasureLatency: 4000, MeasureRead: 1000}},
		"--events sets its own":  {with(traceCell(all...), func(c *Cell) { c.Events = 2000 }), parted{MeasureThroughput: 2000, MeasureLatency: 5000, MeasureRead: 1250}},
		"--phase sets the times": {with(traceCell(all...), func(c *Cell) { c.Phase = time.Second }), parted{MeasureThroughput: 11_400, MeasureLatency: 200, MeasureRead: 100}},
		"at speed 10":            {with(traceCell(all...), func(c *Cell) { c.Phase, c.Speed = time.Second, "10" }), parted{MeasureThroughput: 6000, MeasureLatency: 2000, MeasureRead: 1000}},
	} {
		got, err := part(c.cell, steady(12_000, 10*time.Millisecond))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// The event on the border between two phases may belong to either.
		for m, n := range got {
			if want := c.want[m]; n < want-1 || n > want+1 {
				t.Errorf("%s: %s gets %d events, want %d", name, m, n, want)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func with(c Cell, change func(*Cell)) Cell {
	change(&c)
	return c
}

func TestATraceThatIsTooShortSaysWhatToChange(t *testing.T) {
	for name, c := range map[string]struct {
		cell Cell
		says string
	}{
		"few events":      {traceCell(MeasureLatency, MeasureRead), "fewer --measures"},
		"more than there": {with(traceCell(MeasureThroughput), func(c *Cell) { c.Events = 1000 }), "--events=1000 asks for more"},
		"long phases":     {with(traceCell(MeasureThroughput, MeasureLatency), func(c *Cell) { c.Phase = time.Hour }), "shorter --phase"},
		"short phases":    {with(traceCell(MeasureLatency), func(c *Cell) { c.Phase = time.Millisecond }), "longer --phase"},
	} {
		if got, err := part(c.cell, steady(100, 10*time.Millisecond)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, error %v, want one that says %q", name, got, err, c.says)
		}
	}
}

func TestPartsNeverExceedTheTrace(t *testing.T) {
	// Bursts: all that happens in a second happens at once.
	var bursts []time.Duration
	for i := range 3000 {
		bursts = append(bursts, time.Duration(i/100)*time.Second)
	}
	for _, phase := range []time.Duration{0, time.Second, 1500 * time.Millisecond, 3 * time.Second} {
		for _, events := range []int{0, 100, 1000} {
			c := with(traceCell(MeasureThroughput, MeasureLatency, MeasureRead), func(c *Cell) { c.Phase, c.Events = phase, events })
			p, err := part(c, bursts)
			if err != nil {
				continue // too short for that
			}
			if sum := p[MeasureThroughput] + p[MeasureLatency] + readPhases*p[MeasureRead]; sum > len(bursts) {
				t.Errorf("phase %v, events %d: %v is %d events of %d", phase, events, p, sum, len(bursts))
			}
		}
	}
}

func TestLongStretchesAreCutIntoNearlyEqualBatches(t *testing.T) {
	for _, c := range []struct {
		n, size int
		want    []int
	}{{0, 10, []int{}}, {10, 10, []int{10}}, {11, 10, []int{5, 6}}, {100, 30, []int{25, 25, 25, 25}}} {
		if got := cut(c.n, c.size); !slices.Equal(got, c.want) {
			t.Errorf("%d in batches of %d: %v, want %v", c.n, c.size, got, c.want)
		}
	}
}

func TestPaceHonoursNanoseconds(t *testing.T) {
	b := batch{offsets: []int64{0, scaled(1500, 1), scaled(1500, 10), scaled(time.Hour+1, 1)}}
	p := b.at(2000)
	if got := []int64{p.due(0), p.due(1), p.due(2), p.due(3)}; !reflect.DeepEqual(got, []int64{0, 1500, 150, int64(time.Hour) + 1}) {
		t.Errorf("due at %v", got)
	}
	if steady := (batch{}).at(2000); steady.due(3) != 1_500_000 || steady.full() || !(pace{}).full() {
		t.Errorf("the fourth of 2000 a second is due at %d", steady.due(3))
	}
}

func TestSpeedsAreChecked(t *testing.T) {
	for speed, want := range map[Speed]float64{"": 1, "1": 1, "10": 10, "0.5": 0.5, "max": 0, "2.5e1": 25} {
		if got, err := (Replaying{Trace: "x", Speed: speed}).factor(); err != nil || got != want {
			t.Errorf("speed %q is %v, error %v; want %v", speed, got, err, want)
		}
	}
	for _, speed := range []Speed{"0", "-1", "fast", "NaN", "Inf", "1e9"} {
		if _, err := (Replaying{Trace: "x", Speed: speed}).factor(); err == nil || !strings.Contains(err.Error(), "must be max, or a number above 0") {
			t.Errorf("speed %q: error is %v", speed, err)
		}
	}
}
