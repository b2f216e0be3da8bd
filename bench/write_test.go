package bench_test

import (
	"strconv"
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// indexCounts are how many indexes the stores of most write benchmarks keep.
var indexCounts = []int{0, 3}

func eachWrite(b *testing.B, op string, indexCounts []int, body storeBody) {
	for _, objects := range populations(b) {
		for _, indexes := range indexCounts {
			eachStore(b, shape{op, objects, 0, indexes}, body)
		}
	}
}

// rounds is how often key k was written when n writes went round the keys in order.
func (p *pods) rounds(k, n int) int { return (n - k + len(p.keys) - 1) / len(p.keys) }

// What does one Update cost that changes no index value, as most in a cluster?
func BenchmarkStoreUpdate(b *testing.B) {
	eachWrite(b, "update", indexCounts, func(b *testing.B, store stores.Store, p *pods) content {
		for i := 0; b.Loop(); i++ {
			store.Update(p.keys[i%len(p.keys)], p.version(1 + i/len(p.keys))[i%len(p.keys)])
		}
		return func(k int) any { return p.version(p.rounds(k, b.N))[k] }
	})
}

// What do an Insert and a Delete of new objects cost? One operation is a thousand of each, which
// brings the store back to where it was; each half has its own metric.
func BenchmarkStoreInsertDelete(b *testing.B) {
	eachWrite(b, "insertdelete", indexCounts, func(b *testing.B, store stores.Store, p *pods) content {
		var inserting, deleting time.Duration
		for b.Loop() {
			start := time.Now()
			for _, s := range p.spare {
				store.Add(s.key, s.pod)
			}
			between := time.Now()
			for _, s := range p.spare {
				store.DeleteWithObject(s.key, s.pod)
			}
			inserting += between.Sub(start)
			deleting += time.Since(between)
		}
		n := float64(b.N * len(p.spare))
		b.ReportMetric(float64(inserting.Nanoseconds())/n, "insert-ns/object")
		b.ReportMetric(float64(deleting.Nanoseconds())/n, "delete-ns/object")
		return func(k int) any { return p.first[k] }
	})
}

// transactionSize is the batch that client-go's informers and ours apply at most.
const transactionSize = 1000

// What does a transaction of a thousand updates cost?
func BenchmarkStoreTransaction(b *testing.B) {
	eachWrite(b, "transaction", indexCounts, func(b *testing.B, store stores.Store, p *pods) content {
		batches := [][]cache.ThreadSafeStoreTransaction{batch(p, 1), batch(p, 0)}
		for i := 0; b.Loop(); i++ {
			store.Transaction(batches[i%2]...)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(batches[0])), "ns/object")
		return func(k int) any {
			if k >= len(batches[0]) {
				return p.first[k]
			}
			return p.version(b.N)[k]
		}
	})
}

func batch(p *pods, round int) []cache.ThreadSafeStoreTransaction {
	var txns []cache.ThreadSafeStoreTransaction
	for i := range min(transactionSize, len(p.keys)) {
		txns = append(txns, cache.ThreadSafeStoreTransaction{
			Transaction: cache.Transaction{Type: cache.TransactionTypeUpdate, Object: p.version(round)[i]},
			Key:         p.keys[i],
		})
	}
	return txns
}

// What does it take to replace the whole content, as a relist does? A store may keep the map it
// is given, so two are taken in turn, and neither is written to afterwards.
func BenchmarkStoreReplace(b *testing.B) {
	eachWrite(b, "replace", indexCounts, func(b *testing.B, store stores.Store, p *pods) content {
		maps := []map[string]any{p.items(1), p.items(0)}
		version := strconv.Itoa(len(p.keys))
		for i := 0; b.Loop(); i++ {
			store.Replace(maps[i%2], version)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(p.keys)), "ns/object")
		return func(k int) any { return p.version(b.N)[k] }
	})
}
