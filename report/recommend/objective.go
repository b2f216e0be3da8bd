package recommend

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Status is how an estimate stands to a limit.
type Status string

// Unsure means that the interval holds the limit, or that there is no interval.
const (
	Met    Status = "met"
	NotMet Status = "not met"
	Unsure Status = "unsure"
)

// Limit is one objective.
type Limit struct {
	Figure string  `json:"figure"`
	Text   string  `json:"text"`
	AtMost float64 `json:"atMost,omitempty"`
	// AtLeast counts if AtMost is 0.
	AtLeast float64 `json:"atLeast,omitempty"`
}

// Objective is what became of a limit with one candidate.
type Objective struct {
	Limit
	Status   Status
	Estimate Estimate
}

// limits are the objectives of the cluster, in the order of the tables. What the pipeline can take
// is judged beside readers, if that matters and was measured.
func (c Cluster) limits(besideReaders bool) []Limit {
	var out []Limit
	most := func(figure string, d Duration) {
		if d > 0 {
			out = append(out, Limit{Figure: figure, Text: figure + " ≤ " + time.Duration(d).String(), AtMost: time.Duration(d).Seconds()})
		}
	}
	most(stalenessP99, c.StalenessP99)
	if c.EventRate > 0 {
		figure := capacity
		if besideReaders {
			figure = capacityListed
		}
		out = append(out, Limit{Figure: figure, Text: fmt.Sprintf("%s ≥ %s/s", figure, plain(c.EventRate)), AtLeast: c.EventRate})
	}
	if c.MemoryLimit > 0 {
		out = append(out, Limit{Figure: memory, Text: memory + " ≤ " + valueText(float64(c.MemoryLimit), "B"), AtMost: float64(c.MemoryLimit)})
	}
	most(getP99, c.GetP99)
	most(listP99, c.ListP99)
	most(syncTime, c.SyncWithin)
	most(relistStall, c.RelistStall)
	return out
}

// judge compares the interval with the limit.
func (l Limit) judge(e Estimate) Objective {
	o := Objective{Limit: l, Status: Unsure, Estimate: e}
	if !e.Stated {
		return o
	}
	lo, hi := e.Interval.Lo, e.Interval.Hi
	switch {
	case l.AtMost > 0 && hi <= l.AtMost, l.AtMost == 0 && lo >= l.AtLeast:
		o.Status = Met
	case l.AtMost > 0 && lo > l.AtMost, l.AtMost == 0 && hi < l.AtLeast:
		o.Status = NotMet
	}
	return o
}

// memoryOf is the heap that the cache takes with Go's collector, which lets it grow by GOGC percent
// over what is live: objects, and the overhead of store and indexes.
func (m *Model) memoryOf(c Cluster, overhead, object Estimate) Estimate {
	e := overhead
	e.Figure = memory
	size, encoded := float64(c.ObjectBytes), c.ObjectBytes == 0 && c.EncodedBytes > 0
	switch {
	case encoded:
		size = float64(c.EncodedBytes)
	case size == 0:
		size = object.Value
	}
	if math.IsNaN(size) {
		return Estimate{Figure: memory, How: NotMeasured, Value: math.NaN(), Notes: []string{"the size of an object is not known: give it as objectBytes"}}
	}
	whole := func(overhead float64) float64 { return float64(c.Objects) * (size + overhead) * m.heapFactor() }
	e.Value = whole(overhead.Value)
	e.Interval = Interval{whole(overhead.Interval.Lo), whole(overhead.Interval.Hi)}
	e.Typical = Interval{whole(overhead.Typical.Lo), whole(overhead.Typical.Hi)}
	if encoded && e.How != NotMeasured {
		e.atLeast("objects are counted by their encoded size, and decoded they take more: it is at least this much; " +
			"give objectBytes, or results of benchgen bench --trace, which measures them decoded")
	}
	return e
}

// atLeast opens the upper end, with the reason.
func (e *Estimate) atLeast(why string) {
	e.How = Extrapolated
	e.Interval.Hi, e.Typical.Hi = math.Inf(1), math.Inf(1)
	e.Notes = append(slices.Clone(e.Notes), why) // the notes may be those of another estimate
}
