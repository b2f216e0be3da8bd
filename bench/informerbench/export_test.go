package informerbench

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
)

// NewPods makes a population.
var NewPods = newPods

// Jobs describes what a run does, in order.
func (r *Run) Jobs() (out []string) {
	for _, j := range r.jobs() {
		out = append(out, j.String())
	}
	return out
}

// Spoiled is a life of ten pods to which something may be done before it is checked.
type Spoiled struct {
	l      *life
	newest []*corev1.Pod
}

// Newer lets an update have been sent that nobody saw.
func (s Spoiled) Newer(i int) { s.newest[i] = &corev1.Pod{} }

// SeeFromGap tells the handler of an update from a version that it has not seen.
func (s Spoiled) SeeFromGap(i int) {
	s.l.tally.flight <- struct{}{}
	pod := s.l.feed.pods[i]
	s.l.tally.OnUpdate(&corev1.Pod{}, &pod)
}

// DeleteFromStore loses a pod.
func (s Spoiled) DeleteFromStore(i int) { s.l.informer.GetStore().Delete(s.l.tally.seen[i]) }

// ReplaceInStore stores another version than the handler saw.
func (s Spoiled) ReplaceInStore(i int) {
	pod := s.l.feed.pods[i]
	pod.ResourceVersion = "7"
	s.l.informer.GetStore().Update(&pod)
}

// CheckAfter checks a synced informer after spoil.
func CheckAfter(ctx context.Context, spoil func(Spoiled)) error {
	l, err := startLife(ctx, Subjects()[0], newFeed(newPods(10, 0), false, InFlight))
	if err != nil {
		return err
	}
	if err := l.awaitSync(ctx); err != nil {
		return errors.Join(err, l.end())
	}
	s := Spoiled{l, make([]*corev1.Pod, 10)}
	spoil(s)
	return errors.Join(l.check(s.newest), l.end())
}
