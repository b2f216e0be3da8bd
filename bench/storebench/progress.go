package storebench

import (
	"fmt"
	"io"
	"time"
)

// progress tells on standard error, a line for each finished process, how much time is left.
type progress struct {
	out         io.Writer
	waiting     []job
	total, done int
	spent       map[job][]time.Duration // by job without its round
}

func newProgress(out io.Writer, jobs []job) *progress {
	return &progress{out: out, waiting: jobs, total: len(jobs), spent: map[job][]time.Duration{}}
}

func (p *progress) finished(j job, took time.Duration) {
	p.done++
	key := j.kind()
	p.spent[key] = append(p.spent[key], took)
	fmt.Fprintf(p.out, "%d/%d  about %s left  %s: %s\n", p.done, p.total, p.left().Round(time.Second), j, took.Round(10*time.Millisecond))
}

func (j job) kind() job {
	j.round = 0
	return j
}

// left takes the mean of a pair's own processes, or else of those with as many objects, or
// of all.
func (p *progress) left() (sum time.Duration) {
	for _, j := range p.waiting[p.done:] {
		for _, alike := range []func(job) bool{
			func(other job) bool { return other == j.kind() },
			func(other job) bool { return other.objects == j.objects },
			func(job) bool { return true },
		} {
			if mean := p.mean(alike); mean > 0 {
				sum += mean
				break
			}
		}
	}
	return sum
}

func (p *progress) mean(alike func(job) bool) time.Duration {
	var sum, n time.Duration
	for kind, times := range p.spent {
		if alike(kind) {
			for _, t := range times {
				sum, n = sum+t, n+1
			}
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}
