package bench_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// pods is a population with its keys, and every pod a second time with a later version.
type pods struct {
	keys   []string
	first  []any
	second []any
	spare  []keyed // that no population has
	others []int   // see other
}

type keyed struct {
	key string
	pod any
}

// spares is how many objects a store gets beside its population.
const spares = 1000

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
		p.keys = append(p.keys, cache.MetaObjectToName(pod).String())
		p.first = append(p.first, pod)
		p.second = append(p.second, again(pod, pod.Name, n+i+1))
	}
	for i := range spares {
		pod := again(p.first[i%n].(*corev1.Pod), fmt.Sprintf("spare-%d", i), 2*n+i+1)
		p.spare = append(p.spare, keyed{cache.MetaObjectToName(pod).String(), pod})
	}
	made[n] = p
	return p
}

// version returns the pods in their first version in even rounds and in their second in odd
// ones, so that each update changes the object.
func (p *pods) version(round int) []any {
	if round%2 == 0 {
		return p.first
	}
	return p.second
}

// again is a shallow copy under the given name and version: the shell that a store looks at.
func again(pod *corev1.Pod, name string, version int) *corev1.Pod {
	next := *pod
	next.Name = name
	next.ResourceVersion = strconv.Itoa(version)
	return &next
}

func (p *pods) items(round int) map[string]any {
	items := make(map[string]any, len(p.keys))
	for i, key := range p.keys {
		items[key] = p.version(round)[i]
	}
	return items
}

// indexers returns the first n of namespace, node and owner.
func indexers(n int) cache.Indexers {
	all, out := workload.Indexers(workload.Pods), cache.Indexers{}
	for _, name := range []string{cache.NamespaceIndex, workload.NodeIndex, workload.OwnerIndex}[:n] {
		out[name] = all[name]
	}
	return out
}
