package syncbench

import (
	"time"

	"informerbench/reflectorbench"
)

// Measure is what a process measures: memory is not measured in a run that is timed.
type Measure string

const (
	// Time also means CPU seconds.
	Time Measure = "time"
	// Memory is the peak of the live heap, with a collector that runs so often that it knows.
	Memory Measure = "memory"
)

// Measures are both.
func Measures() []Measure { return []Measure{Time, Memory} }

// reading is what one phase yields.
type reading struct {
	units  []string
	values []float64
}

func (r *reading) add(unit string, value float64) {
	r.units, r.values = append(r.units, unit), append(r.values, value)
}

// meter measures one phase: from its making to stop, and what follows from the steady state.
type meter struct {
	cpu     time.Duration
	sampler *reflectorbench.PeakSampler // of Memory
	peak    reflectorbench.Peak
	reading reading
}

// startMeter resets the kernel's high-water mark of the resident set. For memory the caller has
// collected.
func startMeter(m Measure) *meter {
	if m == Memory {
		return &meter{sampler: reflectorbench.SamplePeak()}
	}
	reflectorbench.ResetPeakRSS()
	return &meter{cpu: reflectorbench.ProcessCPU()}
}

// stop ends the phase, which took so long.
func (m *meter) stop(took time.Duration) {
	if m.sampler != nil {
		m.peak = m.sampler.Finish()
		m.reading.add("rss-peak-B", float64(m.peak.RSS))
		return
	}
	m.reading.add("ns/op", float64(took.Nanoseconds()))
	m.reading.add("cpu-ns", float64((reflectorbench.ProcessCPU() - m.cpu).Nanoseconds()))
	m.reading.add("rss-peak-B", float64(reflectorbench.PeakRSS()))
}

// steady collects to find out what is live when all is quiet, and compares the peak with it.
func (m *meter) steady() {
	if m.sampler == nil {
		return
	}
	live, most := reflectorbench.LiveHeap(), m.peak.Start+m.peak.Live
	m.reading.add("peak-live-B", float64(most))
	m.reading.add("steady-live-B", float64(live))
	m.reading.add("peak/steady", float64(most)/float64(live))
}
