package storebench

import (
	"fmt"
	"sync/atomic"
	"time"
)

// replaceRows measure what a relist does: the whole content is exchanged for a list in the
// order of keys, while one reader Gets.
func replaceRows() []Row {
	row := func(indexes int, on stage) Row {
		return Row{
			Op: "replace", Params: []string{fmt.Sprintf("indexes=%d", indexes), "order=" + orderKey},
			Units: []string{"ns/op", "ns/object", "max-stall-ns"}, on: on, measure: replace,
		}
	}
	return []Row{row(3, onReplacing), row(0, onUnindexed)}
}

// replacements is how often a Replace is repeated: the same for every store, for the
// longest of many stalls is longer than that of few.
func (c *cell) replacements() int {
	switch {
	case c.objects >= aMillion:
		return 1
	case c.objects >= 100_000:
		return 3
	}
	return 5
}

// replace gives the mean time of a Replace and the longest Get beside any of them. It ends with
// the first versions in the store.
func replace(c *cell) ([]float64, error) {
	began := make(chan struct{})
	reader := &pacedGets{f: c.f, found: newHistogram(), began: began}
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		reader.loop(&stop)
	}()
	<-began
	var took time.Duration
	for i := range c.replacements() {
		second := (c.replacements()-i)%2 == 0
		list := c.f.p.list(orderKey, second)
		start := time.Now()
		c.f.ReplaceList(list, c.f.version())
		took += time.Since(start)
		c.f.replaced(second)
	}
	stop.Store(true)
	<-done
	if reader.missed > 0 {
		return nil, fmt.Errorf("%d Gets beside a Replace found nothing", reader.missed)
	}
	each := perOp(took, c.replacements())
	return []float64{each, each / float64(c.objects), float64(reader.found.max)}, nil
}
