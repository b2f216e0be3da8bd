package bench_test

import (
	"context"
	"strconv"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"informerbench/workload"
)

// pods is a population, and every pod a second time with a later version.
type pods struct{ first, second []any }

var (
	madeMu sync.Mutex // guards made
	made   = map[int]*pods{}
)

// population generates n small pods once for all benchmarks of a process.
func population(tb testing.TB, n int) *pods {
	madeMu.Lock()
	defer madeMu.Unlock()
	if p, ok := made[n]; ok {
		return p
	}
	pop, err := workload.Generate(context.Background(), workload.Config{
		Seed: 1, Objects: n, Profile: workload.Small, Resources: []workload.Resource{workload.Pods},
	})
	if err != nil {
		tb.Fatal(err)
	}
	p := &pods{}
	for i, object := range pop.Objects(workload.Pods) {
		pod := object.(*corev1.Pod)
		p.first = append(p.first, pod)
		p.second = append(p.second, again(pod, n+i+1))
	}
	made[n] = p
	return p
}

// again is a shallow copy with the given version.
func again(pod *corev1.Pod, version int) *corev1.Pod {
	next := *pod
	next.ResourceVersion = strconv.Itoa(version)
	return &next
}
