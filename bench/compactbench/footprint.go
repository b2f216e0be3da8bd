package compactbench

import (
	"runtime/metrics"

	"informerbench/reflectorbench"
)

// footprint is what a process has on its heap.
type footprint struct{ bytes, objects uint64 }

// takeFootprint collects twice. Forced collections have swept everything when they return, so that only what is live is counted.
func takeFootprint() footprint {
	live := reflectorbench.LiveHeap()
	return footprint{live, readMetric("/gc/heap/objects:objects").Uint64()}
}

// restingHeap collects until the live heap no longer falls: connections wind down, and weak tables let go of
// their entries in the collections after that of what they refer to.
func restingHeap() uint64 {
	live := reflectorbench.LiveHeap()
	for range mostRests {
		now := reflectorbench.LiveHeap()
		if now >= live-live/restingShare {
			return min(now, live)
		}
		live = now
	}
	return live
}

const (
	mostRests = 6
	// restingShare of the heap is what it may fall by and be called resting.
	restingShare = 1000
)

func over(now, before uint64) float64 { return float64(now) - float64(before) }

func readMetric(name string) metrics.Value {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value
}
