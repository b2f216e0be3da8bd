package wire_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/wire"
	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

const benchPods = 4000

// benchSource holds real-size pods.
var benchSource = sync.OnceValue(func() *source.Source {
	p, err := workload.Generate(context.Background(), workload.Config{
		Seed: 1, Objects: benchPods, Profile: workload.Real, Resources: []workload.Resource{workload.Pods},
	})
	if err != nil {
		panic(err)
	}
	s := source.New(source.Options{})
	if err := s.Load(workload.Pods, p.Objects(workload.Pods)); err != nil {
		panic(err)
	}
	return s
})

func record(b *testing.B, query, accept string) *canned {
	b.Helper()
	return capture(b, apiserver.NewHandler(benchSource()), "/api/v1/pods"+query, accept)
}

const streamQuery = "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"

// BenchmarkWatch decodes the events of a streaming list of 4,000 real-size pods. Run it
// with -cpu 1,2,4.
func BenchmarkWatch(b *testing.B) {
	for _, encoding := range []string{asProtobuf, asJSON} {
		answer := record(b, streamQuery, encoding)
		c := answer.server().typed(b, workload.Pods, encoding, nil)
		bench(b, "by=clientgo/"+label(encoding), len(answer.body), func() int { return len(drain(b, b.Context(), c.peer)) })
		bench(b, "by=wire/"+label(encoding), len(answer.body), func() int { return len(drain(b, b.Context(), c.wire)) })
		bench(b, "by=compact/"+label(encoding), len(answer.body), func() int {
			// A new decoder for each round: it has seen nothing.
			return len(drain(b, b.Context(), answer.server().typed(b, workload.Pods, encoding, compactly).wire))
		})
		benchHeld(b, answer, encoding)
	}
}

// benchHeld decodes the stream for a receiver that has all of it already.
func benchHeld(b *testing.B, answer *canned, encoding string) {
	c := answer.server().typed(b, workload.Pods, encoding, compactly).wire
	held := map[string]runtime.Object{}
	for _, o := range drain(b, b.Context(), c) {
		held[cache.MetaObjectToName(accessor(o)).String()] = o
	}
	ctx := wire.WithHeld(b.Context(), func(key string) (any, bool) { o, ok := held[key]; return o, ok })
	bench(b, "by=held/"+label(encoding), len(answer.body), func() int { return len(drain(b, ctx, c)) })
}

// compactly decodes into shared form, whatever the encoding.
func compactly(o *wire.Options) {
	o.Compact, o.Share = encoded.New(encoded.Options{}), compact.NewSharer(compact.ShareOptions{})
}

// BenchmarkList decodes a list of 4,000 real-size pods.
func BenchmarkList(b *testing.B) {
	for _, encoding := range []string{asProtobuf, asJSON} {
		answer := record(b, "", encoding)
		c := answer.server().typed(b, workload.Pods, encoding, nil)
		bench(b, "by=clientgo/"+label(encoding), len(answer.body), func() int {
			list, err := c.peer.ListWithContext(b.Context(), metav1.ListOptions{})
			if err != nil {
				b.Fatal(err)
			}
			items, err := meta.ExtractList(list)
			if err != nil {
				b.Fatal(err)
			}
			return len(items)
		})
		bench(b, "by=wire/"+label(encoding), len(answer.body), func() int {
			var all []runtime.Object
			_, err := c.wire.ListItems(b.Context(), metav1.ListOptions{}, func(items []runtime.Object) error {
				all = append(all, items...)
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			return len(all)
		})
	}
}

func label(encoding string) string {
	if encoding == asJSON {
		return "encoding=json"
	}
	return "encoding=protobuf"
}

func bench(b *testing.B, name string, size int, round func() int) {
	b.Run(fmt.Sprintf("%s/objects=%d", name, benchPods), func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(size))
		begin := cpuTime()
		for b.Loop() {
			if n := round(); n < benchPods {
				b.Fatalf("%d objects came, want %d", n, benchPods)
			}
		}
		objects := float64(benchPods) * float64(b.N)
		b.ReportMetric(objects/b.Elapsed().Seconds(), "objects/s")
		b.ReportMetric(float64((cpuTime()-begin).Nanoseconds())/objects, "cpu-ns/object")
	})
}

// drain receives events until the watch ends, as each kind of receiver does, and keeps
// the objects, as a store does.
func drain(b *testing.B, ctx context.Context, s watcher) (all []runtime.Object) {
	w, err := s.WatchWithContext(ctx, streamingList())
	if err != nil {
		b.Fatal(err)
	}
	if batches, ok := w.(wire.BatchWatch); ok {
		for batch := range batches.Batches() {
			for i := range batch {
				all = append(all, batch[i].Object)
			}
			batches.Recycle(batch)
		}
		return all
	}
	for e := range w.ResultChan() {
		all = append(all, e.Object)
	}
	return all
}
