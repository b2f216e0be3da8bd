package packed

import (
	"sync"
	"sync/atomic"
)

// onAll calls f for 0 to n-1 on so many processors, in pieces of so many, and returns when all have
// returned. With one processor that is the caller's. If a call panics, the others end, and it
// panics with that.
func onAll(processors, n, piece int, f func(i int)) {
	workers := min(processors, (n+piece-1)/piece)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	failures := make(chan any, workers)
	for range workers {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					next.Store(int64(n)) // nobody begins another piece
					failures <- p
				}
			}()
			for {
				end := int(next.Add(int64(piece)))
				for i := end - piece; i < min(end, n); i++ {
					f(i)
				}
				if end >= n {
					return
				}
			}
		})
	}
	group.Wait()
	select {
	case p := <-failures:
		panic(p)
	default:
	}
}
