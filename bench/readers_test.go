package bench_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// together measures one reader while readers-1 others read the same way. ns/op is that one's;
// reads/s counts all of them, over the time from the first read to the end of the last.
func together(b *testing.B, readers int, read func(i int) int) {
	var (
		begin  = make(chan struct{})
		stop   atomic.Bool
		others atomic.Int64
		wg     sync.WaitGroup
		start  time.Time
	)
	for r := range readers - 1 {
		wg.Go(func() {
			<-begin
			n := 0 // its own: a counter shared at every read would be what is measured
			for ; !stop.Load(); n++ {
				read((r+1)*1009 + n)
			}
			others.Add(int64(n))
		})
	}
	for i := 0; b.Loop(); i++ {
		if i == 0 {
			start = time.Now()
			close(begin)
		}
		read(i)
	}
	stop.Store(true)
	wg.Wait()
	if readers > 1 {
		b.ReportMetric(float64(int64(b.N)+others.Load())/time.Since(start).Seconds(), "reads/s")
	}
}
