package storebench

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"
)

// latencyRows: how long does a Get take beside a writer, and beside a writer and a lister, which
// both work without a pause?
func latencyRows() []Row {
	row := func(op string, listers int, what string, loop func(*pacedGets, *atomic.Bool)) Row {
		return Row{
			Op:     op,
			Params: []string{"indexes=3", "order=" + orderKey, fmt.Sprintf("listers=%d", listers), "writers=1"},
			Units:  slices.Concat(latencyUnits(what), []string{"reads/s", "lists/s", "writes/s"}),
			on:     onKeyed,
			measure: func(c *cell) ([]float64, error) {
				return besides(c, listers, what, loop)
			},
		}
	}
	return []Row{
		row("busyget", 0, "get", (*pacedGets).loop),
		row("busyget", 1, "get", (*pacedGets).loop),
		row("openget", 1, "open", (*pacedGets).openLoop),
	}
}

func besides(c *cell, listers int, what string, loop func(*pacedGets, *atomic.Bool)) ([]float64, error) {
	reader := &pacedGets{f: c.f, found: newHistogram()}
	w := c.f.writer(0, 1)
	crew := newCrew()
	// The reader is one long operation: it ends by itself when the crew stops.
	reading := crew.add(func() { loop(reader, &crew.stop) })
	writing := crew.add(w.update)
	var listing []*rate
	short := 0
	for range listers {
		listing = append(listing, crew.add(func() { short += c.objects - len(c.f.List()) }))
	}
	crew.run(c.time(400*time.Millisecond, time.Second))
	w.done()
	if reader.missed > 0 || short != 0 {
		return nil, fmt.Errorf("beside the writer %d Gets found nothing, and lists lacked %d objects", reader.missed, short)
	}
	c.distributions = append(c.distributions, distribution{what, reader.found})
	gets := reader.found.hist.TotalCount() + reader.found.over
	return append(reader.found.values(),
		perSecond(int(gets), reading.took), together(listing), perSecond(writing.n, writing.took)), nil
}
