package storebench

import (
	"fmt"
	"runtime"
	"time"

	"k8s.io/client-go/tools/cache"
)

// transactionSize is the batch that client-go's informers and ours apply at most.
const transactionSize = 1000

func writeRows() []Row {
	var rows []Row
	for _, kind := range []struct {
		on     stage
		params []string
		at     func(int) bool
	}{
		{on: onKeyed, params: []string{"indexes=3", "order=" + orderKey}},
		{on: onUnindexed, params: []string{"indexes=0", "order=" + orderKey}},
		// Another store to fill: too long with a million objects.
		{on: onSingle, params: []string{"indexes=3", "order=" + orderKey, "values=single"}, at: upTo(100_000)},
	} {
		row := func(op string, measure func(*cell) ([]float64, error), units ...string) Row {
			return Row{Op: op, Params: kind.params, Units: units, on: kind.on, at: kind.at, measure: measure}
		}
		rows = append(rows,
			row("update", update, "ns/op", "B/op", "allocs/op"),
			row("transaction", transaction, "ns/object"),
			row("insertdelete", insertDelete, "insert-ns/object", "delete-ns/object"))
		if kind.on == onKeyed {
			rows = append(rows, row("reindex", reindex, "ns/op"))
		}
	}
	return rows
}

// update: one Update of an object that changes no index value, as most in a cluster.
// Allocations are shares of the process's counters, not cut to integers; nothing else runs.
func update(c *cell) ([]float64, error) {
	w := c.f.writer(0, 1)
	var before, after runtime.MemStats
	const every = 64
	runtime.ReadMemStats(&before)
	n, took := timed(c.budget(), every, func(int) { w.update() })
	runtime.ReadMemStats(&after)
	w.done()
	all := float64(n + every)
	return []float64{
		perOp(took, n),
		float64(after.TotalAlloc-before.TotalAlloc) / all,
		float64(after.Mallocs-before.Mallocs) / all,
	}, nil
}

// transaction: a thousand updates in one. Filling the slice is part of it, the same for all.
func transaction(c *cell) ([]float64, error) {
	w := c.f.writer(0, 1)
	batch := make([]cache.ThreadSafeStoreTransaction, min(transactionSize, len(c.f.p.picks)))
	n, took := timed(c.budget(), 1, func(int) {
		w.batch(batch)
		c.f.Transaction(batch...)
	})
	w.done()
	return []float64{perOp(took, n*len(batch))}, nil
}

// insertDelete: new objects are added one by one, in random order, and deleted in another. Each half
// is timed by itself, a thousand objects at a time.
func insertDelete(c *cell) ([]float64, error) {
	spares := c.f.p.spares
	var inserting, deleting time.Duration
	n := 0
	for start := time.Now(); time.Since(start) < c.budget() || n == 0; n++ {
		begin := time.Now()
		for i := range spares {
			c.f.Add(spares[i].key, spares[i].first)
		}
		between := time.Now()
		for i := range spares {
			spare := &spares[(i+len(spares)/2)%len(spares)]
			c.f.DeleteWithObject(spare.key, spare.first)
		}
		inserting += between.Sub(begin)
		deleting += time.Since(between)
	}
	if got := len(c.f.ListKeys()); got != c.objects {
		return nil, fmt.Errorf("after as many deletes as inserts there are %d objects, want %d", got, c.objects)
	}
	return []float64{perOp(inserting, n*len(spares)), perOp(deleting, n*len(spares))}, nil
}

// reindex: one Update that moves the object to another value of each index, and the next time
// back. Update has a shorter way for objects that stay.
func reindex(c *cell) ([]float64, error) {
	moved, picks := c.f.p.moved, c.f.p.picks
	done := 0
	put := func(int) {
		at, round := done%len(moved), done/len(moved)
		object := moved[at]
		if round%2 == 1 {
			object = picks[at].first
			c.f.second[at] = false
		}
		c.f.Update(picks[at].key, object)
		done++
	}
	n, took := timed(c.budget(), 64, put)
	for at := range moved { // what is still away goes back
		c.f.Update(picks[at].key, picks[at].first)
		c.f.second[at] = false
	}
	return []float64{perOp(took, n)}, nil
}
