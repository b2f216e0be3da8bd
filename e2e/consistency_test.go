package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"informerbench/informer"
	"informerbench/reflector"
)

// client-go's informer and ours, in several forms, follow the same server through the same faults, and end with
// what the server has. What their handlers hear on the way is legal.
func TestInformersEndEqualAfterFaults(t *testing.T) {
	// Dead connections are noticed after seconds, where a program's defaults would take 45.
	t.Setenv("HTTP2_READ_IDLE_TIMEOUT_SECONDS", "3")
	t.Setenv("HTTP2_PING_TIMEOUT_SECONDS", "3")
	seed := seedOf(t)
	c := own(t)
	defineWidgets(t, c.Config())
	var namespaces []string
	for range 3 {
		namespaces = append(namespaces, newNamespace(t, c.Config(), "faults"))
	}
	pagedDirect := ours(informer.WithListMode(reflector.ListPaged), informer.WithPageSize(50), informer.WithQueue(informer.Direct))
	subjects := []*subject{
		newSubject(t, c, "client-go", plain, clientGo),
		newSubject(t, c, "ours", plain, ours()),
		newSubject(t, c, "ours, paged lists, no queue", plain, pagedDirect),
		newSubject(t, c, "ours over wire", overWire, ours()),
		newSubject(t, c, "ours over wire, paged lists, no queue", overWire, pagedDirect),
	}
	for _, s := range subjects {
		await(t, s.name+" has synced", s.hasSynced)
	}

	writers := newWriters(t, c, namespaces, seed)
	b := &breaker{cluster: c, subjects: subjects, random: rand.New(rand.NewPCG(seed, 0)), written: writers.written, done: map[fault]int{}}
	stop := writers.start(t)
	limited, cancel := context.WithTimeout(t.Context(), *duration)
	defer cancel()
	stopProgress := every(max(10*time.Second, *duration/30), func(since time.Duration) {
		fmt.Printf("%v of %v: %d writes, %d failed\n", since.Round(time.Second), *duration, writers.written(), writers.failed())
	})
	err := b.run(limited)
	stopProgress()
	stop()
	must(t, err)

	converge(t, c.Config(), subjects...)
	summarize(b, writers)
	for _, s := range subjects {
		s.wantRelists(t)
	}
}

// wantRelists: the versions that the informers had seen have expired, or the run has shown less than it says.
func (s *subject) wantRelists(t *testing.T) {
	for _, f := range s.followers {
		if stats, ok := f.stats(); ok && stats.Relists[reflector.ReasonExpired] == 0 {
			t.Errorf("%s: %s were never listed again because of an expired version: %v", s.name, f.kind.resource, stats.Relists)
		}
	}
}
