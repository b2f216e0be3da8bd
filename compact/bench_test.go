package compact_test

import (
	"encoding/binary"
	"runtime"
	"sync/atomic"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
	"informerbench/workload"
)

const benchPods = 4000

// BenchmarkTransform decodes 4,000 real-size pods and transforms each, as on the way into a cache.
// ns/op is for one pod, decoding included; heap-B/object is what one takes when all are held, with the
// transform's own tables.
func BenchmarkTransform(b *testing.B) {
	var encoded [][]byte
	for _, o := range cluster(b, benchPods)[workload.Pods] {
		data, err := o.(*corev1.Pod).Marshal()
		if err != nil {
			b.Fatal(err)
		}
		encoded = append(encoded, data)
	}
	for _, c := range []struct {
		name string
		make func() cache.TransformFunc
	}{
		{"none", func() cache.TransformFunc { return compact.Chain() }},
		{"strip", func() cache.TransformFunc { return newStripper(b, compact.StripOptions{}).Transform }},
		{"intern", func() cache.TransformFunc { return compact.NewInterner(compact.InternOptions{}).Transform }},
		{"strip+intern", func() cache.TransformFunc {
			return compact.Chain(newStripper(b, compact.StripOptions{}), compact.NewInterner(compact.InternOptions{}))
		}},
	} {
		b.Run("transform="+c.name, func(b *testing.B) {
			heap := heapOf(func() any { return decodeAll(b, encoded, c.make()) })
			by, next := c.make(), 0
			held := decodeAll(b, encoded, by) // so that the table is filled, and stays so
			b.ReportAllocs()
			for b.Loop() {
				decodeOne(b, encoded[next%len(encoded)], by)
				next++
			}
			runtime.KeepAlive(held)
			b.ReportMetric(float64(heap)/float64(len(encoded)), "heap-B/object")
		})
	}
}

func decodeOne(b *testing.B, data []byte, by cache.TransformFunc) any {
	pod := &corev1.Pod{}
	if err := pod.Unmarshal(data); err != nil {
		b.Fatal(err)
	}
	o, err := by(pod)
	if err != nil {
		b.Fatal(err)
	}
	return o
}

func decodeAll(b *testing.B, encoded [][]byte, by cache.TransformFunc) any {
	held := struct {
		objects []any
		by      cache.TransformFunc
	}{by: by}
	for _, data := range encoded {
		held.objects = append(held.objects, decodeOne(b, data, by))
	}
	return held
}

// heapOf returns how much more heap is live with what f returns.
func heapOf(f func() any) int64 {
	live := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := live()
	held := f()
	after := live()
	runtime.KeepAlive(held)
	return after - before
}

// BenchmarkIntern looks strings up on all cores: known ones, and ones that nobody has seen. Run it
// with -cpu 1,2,4.
func BenchmarkIntern(b *testing.B) {
	in := compact.NewInterner(compact.InternOptions{})
	known := [][]byte{[]byte("app.kubernetes.io/name"), []byte("True"), []byte("ContainersReady"), []byte("registry.example.com/shop/web:1.2.3")}
	held := make([]string, 0, 2*len(known))
	for range 2 {
		for _, k := range known {
			held = append(held, in.Bytes(k))
		}
	}
	b.Run("strings=known", func(b *testing.B) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				in.Bytes(known[i%len(known)])
			}
		})
	})
	b.Run("strings=unknown", func(b *testing.B) {
		b.ReportAllocs()
		var goroutines atomic.Uint64
		b.RunParallel(func(pb *testing.PB) {
			text := []byte("01234567 a text of 40 bytes, 01234567890")
			for i := goroutines.Add(1) << 48; pb.Next(); i++ {
				binary.LittleEndian.PutUint64(text, i)
				in.Bytes(text)
			}
		})
	})
	runtime.KeepAlive(held)
}
