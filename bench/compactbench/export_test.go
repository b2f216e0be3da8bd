package compactbench

import (
	"context"
	"io"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/loopback"
)

// Jobs describes what a run does, in order.
func (r *Run) Jobs() (out []string) {
	for _, j := range r.jobs() {
		out = append(out, j.String())
	}
	return out
}

// RoundsWithin tells how many rounds a run measures if each of its processes takes so long.
func (r *Run) RoundsWithin(each time.Duration) (most int) {
	now := time.Unix(0, 0)
	b := r.newBudget(func() time.Time { return now })
	for _, j := range r.jobs() {
		if b.Leave(j) {
			continue
		}
		most = max(most, j.round+1)
		now = now.Add(each)
		b.Took(j, each)
	}
	return most
}

// With lets the run think that the machine has so much memory left.
func (r *Run) With(memory int64) { r.memory = func() int64 { return memory } }

// RunTransformed measures client-go's informer with a transform, as a form that keeps objects so.
func (p Process) RunTransformed(ctx context.Context, kept Kept, transform cache.TransformFunc, out io.Writer) error {
	build := func(c *loopback.Client, indexers cache.Indexers) (built, error) {
		b, err := clientGo()(c, indexers)
		if err != nil {
			return b, err
		}
		return b, b.informer.SetTransform(transform)
	}
	return p.run(ctx, Subject{Name: "transformed", Kept: kept, build: build}, out)
}

// Difference says in which part two pods differ.
func Difference(have, want *corev1.Pod, whole bool) (string, error) {
	return difference(have, want, whole)
}

// CollectorPerEvent follows the collector while work runs, which tells how many events there were.
func CollectorPerEvent(work func(), events func() int64) (perEvent, cycles float64) {
	w := watchCollector(events)
	work()
	return w.finish()
}

// Put keeps byte strings on a shelf and returns them.
func Put(all ...[]byte) (kept [][]byte) {
	var s shelf
	for _, b := range all {
		kept = append(kept, s.put(b))
	}
	return kept
}
