package packed_test

import (
	"fmt"
	"strconv"
	"testing"

	"informerbench/stores"

	corev1 "k8s.io/api/core/v1"
)

// BenchmarkUpdate stores each object in a new version.
func BenchmarkUpdate(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		update(b, items, func(key string, pod *corev1.Pod) { store.Update(key, pod) })
	})
}

// BenchmarkInformerUpdate does what an informer does: it asks for the old object, for its handlers,
// and stores the new one. With busy=all the updates go round among all objects, so that the old one has
// to be decoded; with busy=50 among 50 that change all the time.
func BenchmarkInformerUpdate(b *testing.B) {
	for _, busy := range []int{50, 10_000} {
		b.Run(fmt.Sprint("busy=", busy), func(b *testing.B) {
			benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
				update(b, items[:busy], func(key string, pod *corev1.Pod) {
					store.Get(key)
					store.Update(key, pod)
				})
			})
		})
	}
}

// update takes shallow copies of the pods, each in a new version.
func update(b *testing.B, items []stores.Item, store func(key string, pod *corev1.Pod)) {
	for i := 0; b.Loop(); i++ {
		item := items[i*7919%len(items)]
		pod := *item.Object.(*corev1.Pod)
		pod.ResourceVersion = strconv.Itoa(i)
		store(item.Key, &pod)
	}
}

// BenchmarkReplaceList is a list of which nothing has changed, and one of which all has.
func BenchmarkReplaceList(b *testing.B) {
	for _, changed := range []bool{false, true} {
		b.Run(fmt.Sprint("changed=", changed), func(b *testing.B) {
			benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
				list := make([]stores.Item, len(items))
				for i, item := range items {
					pod := *item.Object.(*corev1.Pod)
					list[i] = stores.Item{Key: item.Key, Object: &pod}
				}
				for round := 0; b.Loop(); round++ {
					if changed {
						for i := range list {
							list[i].Object.(*corev1.Pod).ResourceVersion = strconv.Itoa(round)
						}
					}
					store.(stores.ListReplacer).ReplaceList(list, "2")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/obj")
			})
		})
	}
}
