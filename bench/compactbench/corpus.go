package compactbench

import (
	"cmp"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"informerbench/workload"
)

// Corpus is a population of real-size pods and how many events follow it. It is what a server serves.
type Corpus struct{ Pods, Events int }

// Validate reports what there cannot be.
func (c Corpus) Validate() error {
	if c.Pods < leastPods {
		return fmt.Errorf("%d pods: there must be at least %d", c.Pods, leastPods)
	}
	if c.Events < 0 {
		return fmt.Errorf("%d events: there must be at least 0, which leaves the churn out", c.Events)
	}
	return c.population().Validate()
}

// leastPods is what a churn of pods needs to go on.
const leastPods = 10

// seed of all randomness.
const seed = 20261130

func (c Corpus) population() workload.Config {
	return workload.Config{Seed: seed, Objects: c.Pods, Profile: workload.Real, Resources: []workload.Resource{workload.Pods}}
}

// podsOf are the pods of a population in the order of keys, as an API server lists them.
func podsOf(p *workload.Population) []*corev1.Pod {
	objects := p.Objects(workload.Pods)
	pods := make([]*corev1.Pod, len(objects))
	for i, o := range objects {
		pods[i] = o.(*corev1.Pod)
	}
	slices.SortFunc(pods, func(a, b *corev1.Pod) int {
		return cmp.Compare(keyOf(a), keyOf(b))
	})
	return pods
}

func keyOf(pod *corev1.Pod) string { return pod.Namespace + "/" + pod.Name }
