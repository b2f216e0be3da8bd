package e2e_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

var seed = flag.Uint64("seed", 0, "seed of writes and faults; 0 draws one")

// seedOf returns the seed and says how to use it again. Servers and networks do not repeat themselves exactly.
func seedOf(t *testing.T) uint64 {
	drawn := *seed
	if drawn == 0 {
		drawn = rand.Uint64()
	}
	t.Logf("the same writes and faults again: go test -run='^%s$' . -args -duration=%v -seed=%d", t.Name(), *duration, drawn)
	return drawn
}

// every calls report each period until it is stopped; then it no longer runs.
func every(period time.Duration, report func(since time.Duration)) (stop func()) {
	begun, done := time.Now(), make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(period)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				report(time.Since(begun))
			case <-done:
				return
			}
		}
	})
	return func() { close(done); running.Wait() }
}

func summarize(b *breaker, w writers) {
	fmt.Printf("%d writes (%d failed); faults: %v\n", w.written(), w.failed(), b)
	for _, s := range b.subjects {
		fmt.Printf("%s: %d connections\n", s.name, s.proxy.Connections())
		for _, f := range s.followers {
			h := f.history
			fmt.Printf("  %-10s %d adds, %d updates, %d deletes (%d not seen)", f.kind.resource, h.adds, h.updates, h.deletes, h.unseen)
			if stats, ok := f.stats(); ok {
				fmt.Printf("; %d streamed and %d plain lists of %d pages, %d watches, lists because of %v",
					stats.StreamLists, stats.Lists, stats.Pages, stats.Watches, stats.Relists)
			}
			fmt.Println()
		}
	}
}
