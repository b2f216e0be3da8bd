package rounds

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// progress tells on standard error, a line for each finished job, how much time is left.
type progress[J Job] struct {
	out         io.Writer
	waiting     []J
	total, done int
	spent       []spent
}

type spent struct {
	kind, size string
	took       time.Duration
}

func newProgress[J Job](out io.Writer, jobs []J) *progress[J] {
	return &progress[J]{out: out, waiting: jobs, total: len(jobs)}
}

func (p *progress[J]) finished(j J, took time.Duration) {
	p.done++
	p.spent = append(p.spent, spent{j.Kind(), j.Size(), took})
	fmt.Fprintf(p.out, "%d/%d  about %s left  %s: %s\n", p.done, p.total, p.remaining().Round(time.Second), j, took.Round(10*time.Millisecond))
}

// left counts out the next job, which is not done.
func (p *progress[J]) left() {
	p.waiting = slices.Delete(slices.Clone(p.waiting), p.done, p.done+1)
	p.total--
}

// remaining takes the mean of a kind's own jobs, or else of those of its size, or of all.
func (p *progress[J]) remaining() (sum time.Duration) {
	for _, j := range p.waiting[p.done:] {
		for _, alike := range []func(spent) bool{
			func(s spent) bool { return s.kind == j.Kind() },
			func(s spent) bool { return s.size == j.Size() },
			func(spent) bool { return true },
		} {
			if mean := p.mean(alike); mean > 0 {
				sum += mean
				break
			}
		}
	}
	return sum
}

func (p *progress[J]) mean(alike func(spent) bool) time.Duration {
	var sum, n time.Duration
	for _, s := range p.spent {
		if alike(s) {
			sum, n = sum+s.took, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}
