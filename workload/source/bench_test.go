package source_test

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
	"informerbench/workload/source"
)

// BenchmarkApplyToWatcher is the source's own cost of an event in memory: applied,
// and received from the channel of one watch. ConfigMaps, because the copy that gets
// the version is not small for pods.
func BenchmarkApplyToWatcher(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("objects=%d", n), func(b *testing.B) {
			objects := make([]runtime.Object, n)
			for i := range objects {
				objects[i] = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
					Namespace: fmt.Sprintf("ns-%d", i/1000), Name: fmt.Sprintf("web-%08x", uint32(i)*2654435761)}}
			}
			s := source.New(source.Options{LogCapacity: 1 << 16})
			if err := s.Load(workload.ConfigMaps, objects); err != nil {
				b.Fatal(err)
			}
			w, err := cache.ToListerWatcherWithContext(s.ListerWatcher(workload.ConfigMaps)).WatchWithContext(b.Context(), metav1.ListOptions{ResourceVersion: fmt.Sprint(n)})
			if err != nil {
				b.Fatal(err)
			}
			defer w.Stop()
			b.ReportAllocs()
			sent, received := 0, 0
			receive := func() {
				if e := <-w.ResultChan(); e.Type != watch.Modified {
					b.Fatal(text(e))
				}
				received++
			}
			for b.Loop() {
				e := workload.Event{Resource: workload.ConfigMaps, Type: watch.Modified, Object: objects[sent*7919%n]}
				if err := s.Apply(e); err != nil {
					b.Fatal(err)
				}
				if sent++; sent-received > 10_000 { // well below the log's capacity
					receive()
				}
			}
			for received < sent {
				receive()
			}
			b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkList is a whole list beside the price of the first page.
func BenchmarkList(b *testing.B) {
	const n = 1_000_000
	objects := make([]runtime.Object, n)
	for i := range objects {
		objects[i] = pod("a", fmt.Sprintf("web-%07d", i), i+1)
	}
	s := loaded(b, source.Options{}, objects...)
	for _, limit := range []int64{0, 500} {
		b.Run(fmt.Sprintf("objects=%d/limit=%d", n, limit), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.List(workload.Pods, "", metav1.ListOptions{Limit: limit}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
