package compactbench

import (
	"context"
	"runtime"
	"runtime/debug"
	"unsafe"

	"informerbench/reflectorbench"
)

// measureMemory measures a first sync's peak and what it leaves, and then takes the informer away from its objects.
func (l *life) measureMemory(ctx context.Context) ([]result, error) {
	sampler := reflectorbench.SamplePeak()
	_, err := l.start(ctx)
	peak := sampler.Finish()
	if err != nil {
		return nil, err
	}
	full := takeFootprint()
	counted, packed := l.counted()                     // before the comparison, which reads everything and fills a cache
	debug.SetGCPercent(max(l.process.GOGC, checkGOGC)) // what follows measures no peak; the process's run sets it back
	if err := l.check(ctx); err != nil {
		return nil, err
	}
	objects, left, err := l.split()
	if err != nil {
		return nil, err
	}
	if packed {
		objects = counted
	}
	n := float64(l.outlook.First)
	heap := over(full.bytes, l.base.bytes)
	r := result{name: memoryName}
	r.add("heap-B/object", heap/n)
	r.add("objects-B/object", objects/n)
	r.add("overhead-B/object", (heap-objects)/n)
	r.add("left-B/object", left/n)
	r.add("heap-objects/object", over(full.objects, l.base.objects)/n)
	r.add("peak-B", over(peak.Start+peak.Live, l.base.bytes))
	r.add("rss-peak-B", float64(peak.RSS))
	return []result{r}, nil
}

// checkGOGC is the least while stores are compared: at that of a measured peak it would take longer than the measurement.
const checkGOGC = 50

// counted is what a packed store says that its objects take, compressed, and decoded in its cache; false of other stores.
func (l *life) counted() (float64, bool) {
	if l.built.packed == nil {
		return 0, false
	}
	s := l.built.packed.Stats()
	return float64(s.PackedBytes + s.CacheBytes), true
}

// split says how much of the heap is the objects, and what is left when they have gone too. It ends the informer. A packed store
// has no objects, and would make them.
func (l *life) split() (objects, left float64, err error) {
	var held []any
	if l.built.packed == nil {
		held = l.indexer().List()
	}
	if err := l.end(); err != nil {
		return 0, 0, err
	}
	alone := restingHeap()
	slice := uint64(cap(held)) * uint64(unsafe.Sizeof(any(nil)))
	runtime.KeepAlive(held) // up to here; from here on nobody has the objects
	return over(alone, l.base.bytes+slice), over(restingHeap(), l.base.bytes), nil
}
