package e2e_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"informerbench/e2e/cluster"
)

// writers are one for each kind.
type writers []*writer

func newWriters(t *testing.T, c *cluster.Cluster, namespaces []string, seed uint64) writers {
	var all writers
	for i, k := range kinds {
		all = append(all, newWriter(t, c, k, namespaces, rand.New(rand.NewPCG(seed, uint64(i+1)))))
	}
	return all
}

// start lets them write until stop is called, or the test ends.
func (all writers) start(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, w := range all {
		running.Go(func() { w.run(ctx) })
	}
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}

func (all writers) written() (n int64) {
	for _, w := range all {
		n += w.written.Load()
	}
	return n
}

func (all writers) failed() (n int64) {
	for _, w := range all {
		n += w.failed.Load()
	}
	return n
}

func newWriter(t *testing.T, c *cluster.Cluster, k kind, namespaces []string, random *rand.Rand) *writer {
	w := &writer{kind: k, namespace: namespaces, random: random, present: map[string]bool{}}
	for _, namespace := range namespaces {
		w.clients = append(w.clients, k.writes(t, c.Config(), namespace))
	}
	return w
}
