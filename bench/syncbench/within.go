package syncbench

import (
	"fmt"
	"time"
)

// budget leaves out whole parts that would take a run beyond its time; the first is always measured.
type budget struct {
	run     *Run
	began   time.Time
	now     func() time.Time
	spent   map[Measure]time.Duration
	done    map[Measure]int
	current Part
	leaves  bool // the current part
}

func newBudget(r *Run, now func() time.Time) *budget {
	return &budget{run: r, began: now(), now: now, spent: map[Measure]time.Duration{}, done: map[Measure]int{}}
}

// took notes what a process took.
func (b *budget) took(j job, d time.Duration) {
	b.spent[j.measure] += d
	b.done[j.measure]++
}

// leave decides for a part at its first job.
func (b *budget) leave(j job) bool {
	if j.part == b.current {
		return b.leaves
	}
	first := b.current == ""
	b.current, b.leaves = j.part, false
	if b.run.Within <= 0 || first {
		return false
	}
	left := b.run.Within - b.now().Sub(b.began)
	if expected := b.expected(j.part); expected > left {
		b.leaves = true
		fmt.Fprintf(b.run.Stderr, "left out: %s would take about %s, and %s of %s are left: measure it by itself\n",
			j.part, expected.Round(time.Second), max(left, 0).Round(time.Second), b.run.Within)
	}
	return b.leaves
}

// expected is how long a part takes if its processes take as long as others of their measure
// did, or as all did; few pods take next to nothing.
func (b *budget) expected(part Part) (sum time.Duration) {
	for _, j := range b.run.jobs() {
		if j.part != part || j.corpus.Pods < b.run.Pods {
			continue
		}
		measure := j.measure
		if b.done[measure] == 0 {
			for measure = range b.done {
				break
			}
		}
		if n := b.done[measure]; n > 0 {
			sum += b.spent[measure] / time.Duration(n)
		}
	}
	return sum
}
