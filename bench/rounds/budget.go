package rounds

import (
	"fmt"
	"io"
	"time"
)

// Budget leaves out whole groups of jobs that would take a run beyond its time; the first group is always measured. Of a group
// jobs follow each other. Not safe for concurrent use.
type Budget[J any] struct {
	// Within is how long all may take; 0: nothing is left out.
	Within time.Duration
	// Jobs are all jobs of the run, in order.
	Jobs []J
	// Group names what is left out as a whole, such as a part or a round.
	Group func(J) string
	// Like is the same for jobs that take about as long as each other.
	Like func(J) string
	// Small, unless nil, tells of jobs that take next to nothing.
	Small func(J) bool
	// Stderr gets a line for each group that is left out.
	Stderr io.Writer
	// Now is the clock.
	Now func() time.Time

	began   time.Time // when Leave was first asked
	spent   map[string]time.Duration
	done    map[string]int
	current string
	leaves  bool // the current group
}

// Took notes what a job took.
func (b *Budget[J]) Took(j J, d time.Duration) {
	if b.spent == nil {
		b.spent, b.done = map[string]time.Duration{}, map[string]int{}
	}
	b.spent[b.Like(j)] += d
	b.done[b.Like(j)]++
}

// Leave decides for a group at its first job; it is for [Run.Leave].
func (b *Budget[J]) Leave(j J) bool {
	group, first := b.Group(j), b.began.IsZero()
	if first {
		b.began = b.Now()
	}
	if group == b.current && !first {
		return b.leaves
	}
	b.current, b.leaves = group, false
	if b.Within <= 0 || first {
		return false
	}
	left := b.Within - b.Now().Sub(b.began)
	if expected := b.expected(group); expected > left {
		b.leaves = true
		fmt.Fprintf(b.Stderr, "left out: %s would take about %s, and %s of %s are left: measure it by itself\n",
			group, expected.Round(time.Second), max(left, 0).Round(time.Second), b.Within)
	}
	return b.leaves
}

// expected is how long a group takes if its jobs take as long as those like them did, or as any did.
func (b *Budget[J]) expected(group string) (sum time.Duration) {
	for _, j := range b.Jobs {
		if b.Group(j) != group || b.Small != nil && b.Small(j) {
			continue
		}
		like := b.Like(j)
		if b.done[like] == 0 {
			for like = range b.done {
				break
			}
		}
		if n := b.done[like]; n > 0 {
			sum += b.spent[like] / time.Duration(n)
		}
	}
	return sum
}
