package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"informerbench/workload/trace"
)

// leaveOut takes stretches of time, in order and apart from each other, out of the offsets, and returns how much time lies
// before the last one of these. What happened in a stretch comes where it began.
func leaveOut(offsets []time.Duration, stretches []trace.Span) time.Duration {
	var taken, within time.Duration
	for i, at := range offsets {
		for len(stretches) > 0 && stretches[0].To <= at {
			taken += stretches[0].To - stretches[0].From
			stretches = stretches[1:]
		}
		if within = 0; len(stretches) > 0 {
			within = max(at-stretches[0].From, 0)
		}
		offsets[i] = at - taken - within
	}
	return taken + within
}

// Missing says in words what the recorder could not watch; it is empty when that was nothing.
func (t *Trace) Missing() string {
	if len(t.Gaps) == 0 {
		return ""
	}
	var names []string
	var longest trace.Gap
	for _, g := range t.Gaps {
		if name := plain(string(g.Resource)); !slices.Contains(names, name) {
			names = append(names, name)
		}
		if g.To-g.From > longest.To-longest.From {
			longest = g
		}
	}
	text := fmt.Sprintf("%s not watched in %d stretches, the longest from %v to %v (benchgen trace show lists them)",
		strings.Join(names, ", "), len(t.Gaps), longest.From.Round(time.Millisecond), longest.To.Round(time.Millisecond))
	if t.LeftOut > 0 {
		text += fmt.Sprintf(": %v in which nothing was are left out of the replay", t.LeftOut.Round(time.Millisecond))
	}
	return text
}

// plain is a name from a file as it may stand on a terminal.
func plain(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return strconv.Quote(name)
	}
	return name
}
