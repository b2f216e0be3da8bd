package storetest

import (
	"sync"
	"time"
)

// progressEvery is the time between two calls of Stressing.Progress.
const progressEvery = 5 * time.Second

// progress is where a run of Stress is.
type progress struct {
	mu     sync.Mutex // guards the others: one goroutine sets them, another reports
	rounds int
	seed   uint64
	part   string
}

func (p *progress) set(rounds int, seed uint64, part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rounds, p.seed, p.part = rounds, seed, part
}

// report calls tell from time to time, until the function it returns has been called.
func (p *progress) report(tell func(rounds int, seed uint64, part string)) (stop func()) {
	if tell == nil {
		return func() {}
	}
	stopped := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				p.mu.Lock()
				rounds, seed, part := p.rounds, p.seed, p.part
				p.mu.Unlock()
				tell(rounds, seed, part)
			case <-stopped:
				return
			}
		}
	})
	return func() {
		close(stopped)
		done.Wait()
	}
}
