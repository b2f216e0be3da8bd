package packed_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const bytesObjects = 4000

// secrets are certificates and keys: mostly random, and so not to be compressed.
func secrets(n int) (items []stores.Item) {
	random := rand.New(rand.NewPCG(1, 1))
	noise := func(size int) []byte {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		return data
	}
	for i := range n {
		about := metav1.ObjectMeta{
			Namespace: "shop", Name: fmt.Sprint("tls-", i), UID: "0d4ff0a1-8d3f-4a59-9d3c-0f6b3d0a1c2e", ResourceVersion: fmt.Sprint(1000 + i),
			CreationTimestamp: metav1.Unix(1_700_000_000+int64(i), 0), Labels: map[string]string{"app": "shop"},
		}
		secret := &corev1.Secret{ObjectMeta: about, Type: corev1.SecretTypeTLS, Data: map[string][]byte{"tls.crt": noise(1000), "tls.key": noise(1200)}}
		items = append(items, stores.Item{Key: "shop/" + about.Name, Object: secret})
	}
	return items
}

var bytesOf = []struct {
	name string
	make func(b *testing.B) []stores.Item
}{
	{"pods/profile=small", of(workload.Pods, workload.Small)},
	{"pods/profile=real", of(workload.Pods, workload.Real)},
	{"widgets/profile=real", of(workload.Widgets, workload.Real)},
	{"configmaps/profile=real", of(workload.ConfigMaps, workload.Real)},
	{"events/profile=real", of(workload.Events, workload.Real)},
	{"leases/profile=real", of(workload.Leases, workload.Real)},
	{"secrets/profile=random", func(*testing.B) []stores.Item { return secrets(bytesObjects) }},
}

func of(r workload.Resource, p workload.Profile) func(b *testing.B) []stores.Item {
	return func(b *testing.B) []stores.Item { return populationOf(b, r, p, bytesObjects) }
}

// BenchmarkBytes reports what a list of each kind takes, encoded and packed, and the heap of the
// store with it: record, key and the fixed cost of the store included, without indexes.
func BenchmarkBytes(b *testing.B) {
	for _, kind := range bytesOf {
		b.Run("kind="+kind.name, func(b *testing.B) { benchBytes(b, kind.make(b), packed.Options{}) })
	}
}

// BenchmarkEffort does so for pods and custom resources under several levels and sizes of a dictionary.
func BenchmarkEffort(b *testing.B) {
	levels := []string{"fastest", "default", "better"}
	for _, kind := range bytesOf[1:3] {
		for level, name := range levels {
			for _, dictionary := range []int{-1, 16 << 10, 32 << 10, 64 << 10, packed.DefaultDictionary, packed.MaxDictionary} {
				b.Run(fmt.Sprintf("kind=%s/level=%s/dictionary=%dk", kind.name, name, max(dictionary, 0)>>10), func(b *testing.B) {
					benchBytes(b, kind.make(b), packed.Options{Level: packed.Level(level), Dictionary: dictionary})
				})
			}
		}
	}
}

// benchBytes packs the objects by one processor.
func benchBytes(b *testing.B, items []stores.Item, o packed.Options) {
	o.Cache, o.Processors = -1, 1
	before := heap()
	var store *packed.Store
	for b.Loop() {
		store = o.New(nil).(*packed.Store)
		store.ReplaceList(items, "1")
	}
	n := float64(len(items))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "write-ns/obj")
	stats := store.Stats()
	b.ReportMetric(float64(int64(heap())-int64(before))/n, "heap-B/obj")
	b.ReportMetric(float64(stats.EncodedBytes)/n, "encoded-B/obj")
	b.ReportMetric(float64(stats.PackedBytes)/n, "packed-B/obj")
	runtime.KeepAlive(store)
	runtime.KeepAlive(items)
}
