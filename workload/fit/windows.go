package fit

import (
	"slices"
	"time"

	"informerbench/workload/trace"
)

// windows counts events by the second.
type windows struct {
	counts []uint32 // by second since the recording began
	first  time.Duration
	any    bool
	total  int
}

// longest bounds the seconds that are told apart, a month: damage must not make them many.
const longest = 31 * 24 * 3600

func (w *windows) add(offset time.Duration) {
	if !w.any {
		w.first, w.any = offset, true
	}
	second := min(int(offset/time.Second), longest)
	for len(w.counts) <= second {
		w.counts = append(w.counts, 0)
	}
	w.counts[second]++
	w.total++
}

// enough whole seconds make the mean one of these alone. A watch begins with what has happened since the
// list, all at once, and the first moment would weigh too much.
const enough = 5

// seconds is the time from the first event to the end.
func (w *windows) seconds(end time.Duration) float64 {
	if !w.any {
		return 0
	}
	return rounded((end - w.first).Seconds())
}

// rate is nil when there are no events, or no time between the first and the end.
func (w *windows) rate(end time.Duration, gaps []trace.Span) *Rate {
	if w.total == 0 || end <= w.first {
		return nil
	}
	r := &Rate{Mean: float64(w.total) / (end - w.first).Seconds()}
	whole := w.whole(end, gaps)
	if len(whole) == 0 { // less than a second; or gaps left none, and what they held back has come since, so that the mean holds
		r.P50, r.P99, r.Peak, r.Mean = rounded(r.Mean), rounded(r.Mean), rounded(r.Mean), rounded(r.Mean)
		return r
	}
	slices.Sort(whole)
	r.P50, r.P99, r.Peak = float64(rank(whole, 0.5)), float64(rank(whole, 0.99)), float64(whole[len(whole)-1])
	var sum, squares float64
	for _, n := range whole {
		sum += float64(n)
		squares += float64(n) * float64(n)
	}
	mean := sum / float64(len(whole))
	if mean > 0 {
		r.Burstiness = rounded((squares/float64(len(whole)) - mean*mean) / mean)
	}
	if len(whole) >= enough || len(gaps) > 0 {
		r.Mean = mean
	}
	r.Mean = rounded(r.Mean)
	return r
}

// whole returns the counts of the seconds that lie between the first event and the end entirely, and touch no gap. The
// second after a gap is left out as well: what was held back comes then, all at once.
func (w *windows) whole(end time.Duration, gaps []trace.Span) []uint32 {
	from, to := ceil(w.first), min(int(end/time.Second), longest)
	var out []uint32
	for second := from; second < to; second++ {
		for len(gaps) > 0 && ceil(gaps[0].To)+1 <= second {
			gaps = gaps[1:]
		}
		if len(gaps) > 0 && int(gaps[0].From/time.Second) <= second {
			continue
		}
		if second < len(w.counts) {
			out = append(out, w.counts[second])
		} else {
			out = append(out, 0)
		}
	}
	return out
}

// ceil is the first whole second that does not begin before d.
func ceil(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// rank is the smallest of the sorted values that at least a share q of them do not exceed.
func rank[T any](sorted []T, q float64) T {
	i := int(q * float64(len(sorted)))
	if float64(i) == q*float64(len(sorted)) && i > 0 {
		i--
	}
	return sorted[min(i, len(sorted)-1)]
}
