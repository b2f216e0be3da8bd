package encoded_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/compact/encoded"
	"informerbench/workload"
)

// decodePod sets a Pod from its message. Held is the version before, nil for none.
type decodePod func(message []byte, into, held *corev1.Pod) error

// decoders are those that are compared. Each is made anew for every round.
var decoders = []struct {
	name string
	new  func() decodePod
}{
	{"plain", func() decodePod {
		return func(b []byte, p, _ *corev1.Pod) error { return p.Unmarshal(b) }
	}},
	{"encoded", func() decodePod {
		d := encoded.New(encoded.Options{})
		return func(b []byte, p, _ *corev1.Pod) error { return d.Decode(b, p) }
	}},
	{"next", func() decodePod {
		d := encoded.New(encoded.Options{})
		return func(b []byte, p, held *corev1.Pod) error { return d.DecodeNext(b, p, held) }
	}},
}

// message is an encoded Pod.
type message struct {
	key  string
	data []byte
}

func messageOf(b *testing.B, o object) message {
	return message{o.GetNamespace() + "/" + o.GetName(), encode(b, o)}
}

// fixture is a list of Pods and the updates that follow it.
type fixture struct {
	name          string
	list, updates []message
}

func generated(b *testing.B, objects, events int) (list, updates []message) {
	p, err := workload.Generate(context.Background(), workload.Config{
		Seed: 1, Objects: objects, Profile: workload.Real, Resources: []workload.Resource{workload.Pods},
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, o := range p.Objects(workload.Pods) {
		list = append(list, messageOf(b, o.(object)))
	}
	for s := workload.NewStream(p, workload.Churn, 1); len(updates) < events; {
		if e := s.Next(); e.Type == watch.Modified || e.Type == watch.Added {
			updates = append(updates, messageOf(b, e.Object.(object)))
		}
	}
	return list, updates
}

// equalSets are n Pods in sets of the same size.
func equalSets(b *testing.B, n, size int) (list []message) {
	p, err := workload.Generate(context.Background(), workload.Config{
		Seed: 1, Objects: 40 * n / size, Profile: workload.Real, Resources: []workload.Resource{workload.Pods},
	})
	if err != nil {
		b.Fatal(err)
	}
	seen := map[string]bool{}
	for _, o := range p.Objects(workload.Pods) {
		pod := o.(*corev1.Pod)
		if owner := string(pod.OwnerReferences[0].UID); pod.Status.Phase == corev1.PodRunning && !seen[owner] && len(list) < n {
			seen[owner] = true
			for i := range size {
				list = append(list, messageOf(b, siblingOf(pod, i)))
			}
		}
	}
	return list
}

// BenchmarkDecode compares the CPU of decoding a first list, and updates after it, on one core, and the
// live heap of the list. "zipf" is the population as it is generated; "sets" has 200 Pods of each
// ReplicaSet.
func BenchmarkDecode(b *testing.B) {
	const objects, events = 4000, 4000
	list, updates := generated(b, objects, events)
	for _, f := range []fixture{{"zipf", list, updates}, {"sets", equalSets(b, objects, 200), nil}} {
		for _, by := range decoders[:2] { // there is no version before
			b.Run(fmt.Sprintf("op=list/pods=%s/by=%s/objects=%d", f.name, by.name, len(f.list)), func(b *testing.B) {
				benchList(b, f.list, by.new)
			})
		}
		if f.updates == nil {
			continue
		}
		for _, by := range decoders {
			b.Run(fmt.Sprintf("op=churn/pods=%s/by=%s/objects=%d", f.name, by.name, len(f.list)), func(b *testing.B) {
				benchChurn(b, f, by.new)
			})
		}
	}
}

func benchList(b *testing.B, list []message, decoder func() decodePod) {
	b.ReportAllocs()
	pods := make([]*corev1.Pod, len(list))
	round := func() decodePod {
		decode := decoder()
		for i := range list {
			pods[i] = &corev1.Pod{}
			if err := decode(list[i].data, pods[i], nil); err != nil {
				b.Fatal(err)
			}
		}
		return decode
	}
	before := liveHeap()
	decode := round()
	heap := float64(liveHeap()-before) / float64(len(list))
	runtime.KeepAlive(decode)
	for b.Loop() {
		round()
	}
	b.ReportMetric(heap, "heap-B/object")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/object")
	runtime.KeepAlive(pods)
}

// liveHeap is what is left after as many collections as it takes for what is recent to go.
func liveHeap() int64 {
	for range 6 {
		runtime.GC()
		runtime.Gosched() // to the goroutine that sweeps
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// benchChurn decodes updates of Pods that replace what the list brought.
func benchChurn(b *testing.B, f fixture, decoder func() decodePod) {
	b.ReportAllocs()
	before := liveHeap()
	decode := decoder()
	pods := map[string]*corev1.Pod{}
	apply := func(m message) {
		p := &corev1.Pod{}
		if err := decode(m.data, p, pods[m.key]); err != nil {
			b.Fatal(err)
		}
		pods[m.key] = p
	}
	for i := range f.list {
		apply(f.list[i])
	}
	for b.Loop() {
		for i := range f.updates {
			apply(f.updates[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(f.updates)), "ns/object")
	b.ReportMetric(float64(liveHeap()-before)/float64(len(pods)), "heap-B/object")
	runtime.KeepAlive(pods)
	runtime.KeepAlive(decode)
}
