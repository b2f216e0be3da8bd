package reflectorbench

import (
	"context"
	"runtime"
	"runtime/metrics"
	"time"

	"informerbench/workload"
)

// measureThroughput plays events as fast as the source takes them and stops the clock
// when the last one's handler has returned. The source's own work is included, and
// with an in-memory source so are its allocations: they are the same for every
// pipeline.
func (r *run) measureThroughput(ctx context.Context) error {
	var all fullSpeed
	for _, n := range r.feed.plays(MeasureThroughput) {
		if err := r.playFull(ctx, n, &all); err != nil {
			return err
		}
	}
	n := float64(all.events)
	r.report("Throughput", all.events, []param{intParam("events", all.events), intParam("handlers", r.cell.Handlers)},
		value{float64(all.elapsed.Nanoseconds()) / n, "ns/op"},
		value{n / all.elapsed.Seconds(), "events/s"},
		value{float64(all.spent.allocs) / n, "allocs/event"},
		value{float64(all.spent.bytes) / n, "B/event"},
		value{all.spent.gcCPU / (all.elapsed.Seconds() * float64(runtime.GOMAXPROCS(0))), "gc-cpu-fraction"},
		value{float64(all.coalesced), "coalesced-events"},
		value{float64(all.sent.Nanoseconds()) / n, "send-ns/event"},
	)
	return nil
}

// fullSpeed is what the batches at full speed have taken together. What is between them, such as
// decoding the next one, is not in it.
type fullSpeed struct {
	events, coalesced int
	elapsed, sent     time.Duration
	spent             costs
}

// playFull plays one batch.
func (r *run) playFull(ctx context.Context, n int, all *fullSpeed) error {
	b, err := r.feed.prepare(n)
	if err != nil {
		return err
	}
	w := r.arm(b.events)
	runtime.GC() // collect what generating the events left behind
	before := readCosts()
	start, err := r.feed.play(ctx, b, pace{}, nil)
	if err != nil {
		return err
	}
	sent := time.Since(start)
	coalesced, err := r.drain(ctx, w)
	if err != nil {
		return err
	}
	all.events += n
	all.coalesced += coalesced
	all.elapsed += w.last().Sub(start)
	all.sent += sent
	all.spent = all.spent.and(r.drained.since(before))
	return nil
}

// arm opens the window in which the handlers' times of these events are kept.
func (r *run) arm(events []workload.Event) *window {
	return r.arrivals.arm(time.Now(), versionOfObject(events[0].Object).rv, len(events))
}

// costs is what the runtime has counted so far.
type costs struct {
	allocs, bytes uint64
	cpu           time.Duration // of the process, user and system
	// gcCPU is in CPU seconds and moves only when a collection ends. So does the total
	// that the runtime counts, which is why the share is taken of GOMAXPROCS times the
	// wall clock instead: a phase without a collection is 0, not 0/0.
	gcCPU float64
}

func readCosts() costs {
	samples := []metrics.Sample{
		{Name: "/gc/heap/allocs:objects"}, {Name: "/gc/heap/allocs:bytes"},
		{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"},
	}
	metrics.Read(samples)
	// Marking on a processor that had nothing else to do took nothing from anybody.
	gc := samples[2].Value.Float64() - samples[3].Value.Float64()
	return costs{samples[0].Value.Uint64(), samples[1].Value.Uint64(), ProcessCPU(), gc}
}

func (c costs) since(before costs) costs {
	return costs{c.allocs - before.allocs, c.bytes - before.bytes, c.cpu - before.cpu, c.gcCPU - before.gcCPU}
}

func (c costs) and(more costs) costs {
	return costs{c.allocs + more.allocs, c.bytes + more.bytes, c.cpu + more.cpu, c.gcCPU + more.gcCPU}
}
