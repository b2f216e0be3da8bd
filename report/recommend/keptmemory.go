package recommend

import (
	"fmt"
	"math"
)

// value estimates a figure at the cluster's point, of all its objects.
func (q *keptQuestion) value(s Subject, figure string) Estimate {
	objects := float64(q.cluster.Objects)
	switch figure {
	case memory:
		e := q.sized(s, q.predict(s, keptHeap))
		e.Figure = memory
		return e.times(objects * q.model.heapFactor())
	case keptPeak:
		return q.sized(s, q.predict(s, keptPeak)).times(objects)
	case syncTime:
		return q.predict(s, syncTime).times(objects)
	}
	return q.predict(s, figure)
}

func (q *keptQuestion) predict(s Subject, figure string) Estimate {
	return q.model.Predict(s, figure, q.contexts[figure], q.at)
}

// alike is how far sizes of objects may lie apart to be called the same.
const alike = 1.1

// sized is an estimate of heap for objects of the cluster's size, if it names one. What is not known is what makes them larger
// or smaller: taken is that all of an object shrinks as those measured did. The interval also holds
// that what there is more of is each object's own, or that what there is less of was shared.
func (q *keptQuestion) sized(s Subject, e Estimate) Estimate {
	size := float64(q.cluster.ObjectBytes)
	if size == 0 || e.How == NotMeasured {
		return e
	}
	plain, own := q.predict(q.base, keptObjects).Value, q.predict(s, keptObjects).Value
	whole := math.Max(q.predict(s, keptHeap).Value, own)
	if math.IsNaN(plain * own * whole) {
		e.Stated, e.TypicalStated = false, false
		e.Notes = append(e.Notes, "objects of another size: it was not measured what part of the heap they are")
		return e
	}
	likely := own * size / plain
	other := own + size - plain
	if size < plain {
		other = math.Min(own, size)
	}
	over := func(objects float64) float64 { return (whole - own + objects) / whole }
	low, high := over(math.Min(likely, other)), over(math.Max(likely, other))
	e.Value *= over(likely)
	e.Interval = Interval{e.Interval.Lo * low, e.Interval.Hi * high}
	e.Typical = Interval{e.Typical.Lo * low, e.Typical.Hi * high}
	if math.Max(size/plain, plain/size) > alike {
		// The rounds were of other objects: no test on them.
		e.How, e.used, e.corners = Extrapolated, nil, nil
		e.Notes = append(e.Notes, fmt.Sprintf("measured with objects of %s, not %s: taken to shrink in proportion",
			valueText(plain, "B"), valueText(size, "B")))
	}
	return e
}

// times is the estimate of a multiple.
func (e Estimate) times(factor float64) Estimate {
	e.Value *= factor
	e.Interval = Interval{e.Interval.Lo * factor, e.Interval.Hi * factor}
	e.Typical = Interval{e.Typical.Lo * factor, e.Typical.Hi * factor}
	return e
}
