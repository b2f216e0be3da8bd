package recommend

import (
	"fmt"
	"math"
)

// keepsUp is the p99 staleness in seconds up to which a pipeline keeps up with an open loop of events: one that
// does not falls behind for as long as they are played.
const keepsUp = 1.0

// keptUp raises the lower end of what a pipeline can take to the rate of events, where staleness was measured
// at such a rate and under no less load, readers included, and stayed small. What it can take at full speed is
// measured without readers, and says less.
func (q *question) keptUp(s Subject, e Estimate) Estimate {
	rate := q.cluster.EventRate
	if e.How == NotMeasured || !e.Stated || e.Interval.Lo >= rate {
		return e
	}
	stale := q.estimate(s, stalenessP99)
	if !stale.Stated || stale.above || stale.Interval.Hi > keepsUp {
		return e
	}
	e.Interval.Lo, e.Interval.Hi = rate, math.Max(rate, e.Interval.Hi)
	e.How, e.Beyond, e.above = stale.How, stale.Beyond, false
	e.Rounds = min(e.Rounds, stale.Rounds)
	e.Notes = []string{fmt.Sprintf("the rate is kept up with: staleness stays below %s at it", valueText(keepsUp, "sec"))}
	return e
}
