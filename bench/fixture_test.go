package bench_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
	"informerbench/stores/catalog"
	"informerbench/workload"
)

// pods is a population with its keys, and every pod a second time with a later version.
type pods struct {
	keys   []string
	first  []any
	second []any
	spare  []keyed // that no population has
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

// again is a shallow copy under the given name and version: the shell that a store looks at.
func again(pod *corev1.Pod, name string, version int) *corev1.Pod {
	next := *pod
	next.Name = name
	next.ResourceVersion = strconv.Itoa(version)
	return &next
}

func (p *pods) items() map[string]any {
	items := make(map[string]any, len(p.keys))
	for i, key := range p.keys {
		items[key] = p.first[i]
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

// shape is what a store benchmark varies beside the variant.
type shape struct {
	op                        string
	objects, readers, indexes int
}

// eachStore runs the body once for each variant, filled with the population.
func eachStore(b *testing.B, s shape, body func(b *testing.B, store stores.Store, p *pods)) {
	for _, v := range catalog.All() {
		b.Run(s.name(v.Name), func(b *testing.B) {
			p := population(b, s.objects)
			store := v.New(indexers(s.indexes))
			store.Replace(p.items(), strconv.Itoa(s.objects))
			b.ReportAllocs()
			body(b, store, p)
			check(b, store, p)
		})
	}
}

func (s shape) name(store string) string {
	return fmt.Sprintf("store=%s/op=%s/objects=%d/readers=%d/indexes=%d", store, s.op, s.objects, s.readers, s.indexes)
}

// check fails the benchmark when the store no longer holds exactly the population.
func check(b *testing.B, store stores.Store, p *pods) {
	if got := len(store.ListKeys()); got != len(p.keys) {
		b.Fatalf("the store ends with %d keys, want %d", got, len(p.keys))
	}
	for i, key := range p.keys {
		if got, ok := store.Get(key); !ok || got != p.first[i] && got != p.second[i] {
			b.Fatalf("the store ends with %v, %t under %s", got, ok, key)
		}
	}
}
