package compact_test

import (
	"fmt"
	"runtime"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"informerbench/compact"
	"informerbench/workload"
)

// heapPods are encoded, as they come from a connection.
const heapPods = 10_000

func encodedPods(b *testing.B) [][]byte {
	var encoded [][]byte
	for _, o := range population(b, workload.Pods, heapPods) {
		data, err := o.(*corev1.Pod).Marshal()
		if err != nil {
			b.Fatal(err)
		}
		encoded = append(encoded, data)
	}
	return encoded
}

func decodePod(b *testing.B, data []byte) *corev1.Pod {
	p := &corev1.Pod{}
	if err := p.Unmarshal(data); err != nil {
		b.Fatal(err)
	}
	return p
}

// forms are what is done to a decoded object; each call makes one with tables of its own.
var forms = []struct {
	name string
	make func(b *testing.B) func(old, obj any) (any, error)
}{
	{"decoded", func(*testing.B) func(old, obj any) (any, error) {
		return func(_, obj any) (any, error) { return obj, nil }
	}},
	{"intern", func(*testing.B) func(old, obj any) (any, error) {
		i := compact.NewInterner(compact.InternOptions{})
		return func(_, obj any) (any, error) { return i.Transform(obj) }
	}},
	{"share", func(*testing.B) func(old, obj any) (any, error) {
		s := compact.NewSharer(compact.ShareOptions{})
		return func(_, obj any) (any, error) { return s.Transform(obj) }
	}},
	{"sharenext", func(*testing.B) func(old, obj any) (any, error) {
		return compact.NewSharer(compact.ShareOptions{}).TransformNext
	}},
	{"stripshare", func(b *testing.B) func(old, obj any) (any, error) {
		return strippedAndShared(b, compact.StripOptions{})
	}},
	{"striptokenshare", func(b *testing.B) func(old, obj any) (any, error) { return strippedAndShared(b, withoutToken) }},
}

func strippedAndShared(b *testing.B, o compact.StripOptions) func(old, obj any) (any, error) {
	chain := compact.Chain(newStripper(b, o), compact.NewSharer(compact.ShareOptions{}))
	return func(_, obj any) (any, error) { return chain(obj) }
}

// BenchmarkSharePod is the time of decoding a real-size Pod and sharing it, while as many are alive: first
// each for the first time, then as the next version of each.
func BenchmarkSharePod(b *testing.B) {
	encoded := encodedPods(b)
	for _, form := range forms {
		b.Run(fmt.Sprintf("form=%s", form.name), func(b *testing.B) {
			transform := form.make(b)
			live := make([]any, len(encoded))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				n := i % len(encoded)
				o, err := transform(live[n], decodePod(b, encoded[n]))
				if err != nil {
					b.Fatal(err)
				}
				live[n] = o
			}
		})
	}
}

// BenchmarkShareHeap is the live heap of a real-size Pod among as many, without a store; the tables are
// part of it.
func BenchmarkShareHeap(b *testing.B) {
	encoded := encodedPods(b)
	for _, form := range forms {
		b.Run(fmt.Sprintf("form=%s/objects=%d", form.name, len(encoded)), func(b *testing.B) {
			for b.Loop() {
				before := liveHeap()
				transform := form.make(b)
				live := make([]any, len(encoded))
				for i, data := range encoded {
					o, err := transform(nil, decodePod(b, data))
					if err != nil {
						b.Fatal(err)
					}
					live[i] = o
				}
				after := liveHeap()
				b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(live)), "heap-B/object")
				b.ReportMetric(float64(after.HeapObjects-before.HeapObjects)/float64(len(live)), "allocs-live/object")
				runtime.KeepAlive(live)
				runtime.KeepAlive(transform)
			}
		})
	}
}

func liveHeap() (m runtime.MemStats) {
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m
}
