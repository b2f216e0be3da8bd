package reflectorbench

import (
	"context"
	"net/http"
	"syscall"
	"time"
)

// Costs is what a stretch of time has taken.
type Costs struct {
	CPU           time.Duration // of this process, user and system: sender, probe and readers included
	GC            time.Duration // CPU time of collections, without what marked on idle processors
	Allocs, Bytes uint64        // heap allocations
	// Wire is what the informers' and readers' client has sent and received; zero of a source in this process.
	Wire Wire
}

func (c Costs) since(before Costs) Costs {
	return Costs{
		CPU: c.CPU - before.CPU, GC: c.GC - before.GC, Allocs: c.Allocs - before.Allocs, Bytes: c.Bytes - before.Bytes,
		Wire: c.Wire.since(before.Wire),
	}
}

// costs is what was spent so far.
func (l *Lab) costs() Costs {
	return l.run.withWire(readCosts())
}

// withWire completes what the runtime has counted.
func (r *run) withWire(c costs) Costs {
	out := Costs{CPU: c.cpu, GC: time.Duration(c.gcCPU * float64(time.Second)), Allocs: c.allocs, Bytes: c.bytes}
	if feed, ok := r.feed.(interface{ api() *httpClient }); ok {
		out.Wire = feed.api().traffic.read()
	}
	return out
}

// ProcessCPU is what this process has used, in user and in system mode.
func ProcessCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument fails
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ServerCPU is what the source's process has used so far; false where that is not a process of its own.
func (l *Lab) ServerCPU(ctx context.Context) (used time.Duration, own bool, err error) {
	feed, own := l.run.feed.(*remoteFeed)
	if !own {
		return 0, false, nil
	}
	return used, true, feed.order(ctx, http.MethodGet, "cpu", nil, &used)
}
