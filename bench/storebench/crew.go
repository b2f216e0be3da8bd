package storebench

import (
	"sync"
	"sync/atomic"
	"time"
)

// crew are goroutines that do their work in loops, all at once, until told to stop.
type crew struct {
	begin chan struct{}
	start time.Time // set before begin is closed
	stop  atomic.Bool
	wg    sync.WaitGroup
	rates []*rate
}

// rate is what one goroutine did, and when its last operation had ended, from the common start
// on: a goroutine that the scheduler let begin late, or end late, has been slow.
type rate struct {
	n    int
	took time.Duration
}

func newCrew() *crew { return &crew{begin: make(chan struct{})} }

// add lets a goroutine run op in a loop; it does so at least once.
func (c *crew) add(op func()) *rate {
	r := &rate{}
	c.rates = append(c.rates, r)
	c.wg.Go(func() {
		<-c.begin
		n := 0 // its own: a shared counter would be what is measured
		for done := false; !done; done = c.stop.Load() {
			op()
			n++
		}
		r.n, r.took = n, time.Since(c.start)
	})
	return r
}

// run lets all work for that long and waits for their last operations.
func (c *crew) run(d time.Duration) {
	c.start = time.Now()
	time.AfterFunc(d, func() { c.stop.Store(true) })
	close(c.begin)
	c.wg.Wait()
}

// together is the operations a second of several goroutines, until the last of them was done:
// what was under way when the crew stopped counts with the time that it took.
func together(rates []*rate) float64 {
	n, took := 0, time.Duration(1)
	for _, r := range rates {
		n, took = n+r.n, max(took, r.took)
	}
	return perSecond(n, took)
}
