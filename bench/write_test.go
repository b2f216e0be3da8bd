package bench_test

import (
	"strconv"
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

func eachWrite(b *testing.B, op string, body func(b *testing.B, store stores.Store, p *pods)) {
	for _, objects := range populations(b) {
		for _, indexes := range []int{0, 3} {
			eachStore(b, shape{op, objects, 0, indexes}, body)
		}
	}
}

// version returns the pods in their first version in even rounds and in their second in odd
// ones, so that each update changes the object.
func (p *pods) version(round int) []any {
	if round%2 == 0 {
		return p.first
	}
	return p.second
}

// What does one Update cost?
func BenchmarkStoreUpdate(b *testing.B) {
	eachWrite(b, "update", func(b *testing.B, store stores.Store, p *pods) {
		for i := 0; b.Loop(); i++ {
			store.Update(p.keys[i%len(p.keys)], p.version(1 + i/len(p.keys))[i%len(p.keys)])
		}
	})
}

// What do an Insert and a Delete of new objects cost? One operation is a thousand of each, which
// brings the store back to where it was; each half has its own metric.
func BenchmarkStoreInsertDelete(b *testing.B) {
	eachWrite(b, "insertdelete", func(b *testing.B, store stores.Store, p *pods) {
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
	})
}

// transactionSize is the batch that client-go's informers and ours apply at most.
const transactionSize = 1000

// What does a transaction of a thousand updates cost?
func BenchmarkStoreTransaction(b *testing.B) {
	eachWrite(b, "transaction", func(b *testing.B, store stores.Store, p *pods) {
		batches := [][]cache.ThreadSafeStoreTransaction{batch(p, 1), batch(p, 0)}
		for i := 0; b.Loop(); i++ {
			store.Transaction(batches[i%2]...)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(batches[0])), "ns/object")
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
	eachWrite(b, "replace", func(b *testing.B, store stores.Store, p *pods) {
		maps := []map[string]any{p.items(), p.items()}
		version := strconv.Itoa(len(p.keys))
		for i := 0; b.Loop(); i++ {
			store.Replace(maps[i%2], version)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(p.keys)), "ns/object")
	})
}
