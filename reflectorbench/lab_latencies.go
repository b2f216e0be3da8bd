package reflectorbench

import "time"

// Value is one number of a result.
type Value struct {
	Amount float64
	Unit   string
}

// Latencies is a distribution of nanoseconds, an HdrHistogram that counts what lies beyond its top of a minute.
type Latencies struct{ of *latencies }

// Count is how many there are, those beyond the top included.
func (l Latencies) Count() int64 { return l.of.count() }

// Percentile is in nanoseconds, 0 if there are none.
func (l Latencies) Percentile(p float64) int64 { return l.of.percentile(p) }

// Max is exact, in nanoseconds.
func (l Latencies) Max() int64 { return l.of.max }

// Values are p50, p99, p99.9, the maximum and the overflow under units such as p99-visible-ns.
func (l Latencies) Values(what string) []Value { return exported(l.of.values(what)) }

func exported(values []value) []Value {
	out := make([]Value, len(values))
	for i, v := range values {
		out[i] = Value{v.amount, v.unit}
	}
	return out
}

// merged joins distributions; percentiles are never averaged.
func merged(all []Latencies) Latencies {
	sum := newLatencies()
	for _, l := range all {
		sum.merge(l.of)
	}
	return Latencies{sum}
}

// Line is the distribution as a line beside the result of that name, see [HistogramLine].
func (l Latencies) Line(name, what string) (string, error) {
	return HistogramLine(name, what+"-ns", l.of.hist, l.of.overflow)
}

// NewLatencies is an empty distribution. One goroutine at a time may record.
func NewLatencies() Latencies { return Latencies{newLatencies()} }

// Record adds one.
func (l Latencies) Record(d time.Duration) { l.of.record(d.Nanoseconds()) }

// Merged joins distributions; percentiles are never averaged.
func Merged(all []Latencies) Latencies { return merged(all) }
