package reflectorbench

import (
	"context"
	"runtime"

	"informerbench/workload"
)

// heapReadings is what the Heap measure compares.
type heapReadings struct {
	recorders []*recorder // of each resource; made before base is read, so not part of the overhead
	objects   uint64      // live heap of the objects alone
	base      uint64      // live heap before the pipelines exist
}

// collect returns what one collection has found live.
func collect() uint64 {
	runtime.GC()
	return readMetric("/gc/heap/live:bytes").Uint64()
}

// LiveHeap collects twice and returns what is live. The first collection may leave
// objects behind finalizers and in sync.Pools, the second does not.
func LiveHeap() uint64 {
	runtime.GC()
	return collect()
}

// prepareHeap learns the size of the source, makes the recorders and reads the heap
// before the pipelines come. The names of a real cluster's results and of a
// trace's carry the size found.
func (r *run) prepareHeap(ctx context.Context) error {
	s, err := r.feed.size(ctx)
	if err != nil {
		return err
	}
	r.sizes = map[workload.Resource]int{}
	for i, n := range s.objects {
		r.objects += n
		r.sizes[r.feed.kinds()[i].Resource] = n
		if r.informed == nil {
			r.heap.recorders = append(r.heap.recorders, newRecorder(&r.arrivals, n))
		}
	}
	if r.cell.Workers > 0 {
		r.heap.recorders[0].enqueuer = &r.enqueuer
	}
	if r.cell.Source == Cluster || r.cell.replays() {
		r.cell.Objects = s.objects[0]
	}
	r.heap.objects = s.bytes
	r.heap.base = LiveHeap()
	return nil
}

// measureHeap reports live heap for each object after the sync, while nothing moves. In
// memory the source holds the same objects, so the growth is the overhead; over HTTP
// the pipeline holds copies of its own, which are taken off. The handler's map was
// there before and belongs to neither. The end of the sync has collected once already, and
// nothing has happened since, so this is the second collection.
func (r *run) measureHeap(context.Context) error {
	growth := float64(collect()) - float64(r.heap.base)
	objects, n := float64(r.heap.objects), float64(max(r.objects, 1))
	overhead := growth
	if !r.feed.identity() {
		overhead = growth - objects
	}
	indexes := len(r.primary().kind.Indexers())
	r.report("Heap", r.objects, []param{intParam("indexes", indexes)},
		value{overhead / n, "heap-B/object"},
		value{objects / n, "object-B/object"},
		value{(overhead + objects) / n, "total-B/object"},
	)
	runtime.KeepAlive(r.pipes)
	return nil
}
