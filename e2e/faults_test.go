package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"informerbench/e2e/cluster"
)

// fault is something that happens to all subjects alike, so that they can be compared.
type fault string

const (
	cut      fault = "cut"       // connections are reset
	cutEvent fault = "cut-event" // connections are reset in the middle of what the server sends
	stall    fault = "stall"     // nothing passes for a while
	silence  fault = "silence"   // nothing passes any more, and nobody is told
	outage   fault = "outage"    // the server is out of reach for a while
	restart  fault = "restart"   // the API server is killed and started again
	compact  fault = "compact"   // while the server is out of reach, etcd forgets the versions that were seen
)

// deck is what is drawn from: shuffled, played to its end, shuffled again. So each fault happens in its
// share also in a short run.
var deck = []fault{cut, cut, cut, cutEvent, cutEvent, cutEvent, stall, stall, silence, outage, restart, compact, compact}

// breaker plays the deck.
type breaker struct {
	cluster  *cluster.Cluster
	subjects []*subject
	random   *rand.Rand
	written  func() int64 // by all writers so far
	deck     []fault
	done     map[fault]int
}

// run breaks things until the context ends, and each fault has happened. It returns with everything whole again.
func (b *breaker) run(ctx context.Context) error {
	for ctx.Err() == nil || len(b.missing()) > 0 {
		pause(ctx, b.between(time.Second, 4*time.Second))
		if len(b.deck) == 0 {
			b.deck = slices.Clone(deck)
			b.random.Shuffle(len(b.deck), func(i, j int) { b.deck[i], b.deck[j] = b.deck[j], b.deck[i] })
		}
		next := b.deck[0]
		b.deck = b.deck[1:]
		// Not under ctx: what is begun at its end is finished.
		if err := b.play(context.WithoutCancel(ctx), next); err != nil {
			return fmt.Errorf("%s: %w", next, err)
		}
		b.done[next]++
	}
	return nil
}

func (b *breaker) play(ctx context.Context, f fault) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch f {
	case cut:
		b.each(func(s *subject) { s.proxy.Cut() })
	case cutEvent:
		bytes := b.random.IntN(20_000)
		b.each(func(s *subject) { s.proxy.CutAfter(bytes) })
	case stall:
		d := b.between(200*time.Millisecond, 4*time.Second)
		b.each(func(s *subject) { s.proxy.Stall(d) })
	case silence:
		b.each(func(s *subject) { s.proxy.Silence() })
	case outage:
		b.refuse(b.between(500*time.Millisecond, 5*time.Second))
	case restart:
		b.cluster.KillAPIServer()
		return b.cluster.StartAPIServer(ctx)
	case compact:
		return b.compact(ctx)
	}
	return nil
}

// compact sees to it that there is something to miss: nobody can follow from what was seen last.
func (b *breaker) compact(ctx context.Context) error {
	b.refuse(patience)
	defer b.refuse(0)
	from := b.written()
	err := eventually(ctx, "the writers have gone on", func(context.Context) error {
		if n := b.written() - from; n < 100 {
			return fmt.Errorf("%d writes", n)
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = b.cluster.Compact(ctx)
	return err
}

func (b *breaker) refuse(d time.Duration) { b.each(func(s *subject) { s.proxy.Refuse(d) }) }

func (b *breaker) each(do func(*subject)) {
	for _, s := range b.subjects {
		do(s)
	}
}

func (b *breaker) between(low, high time.Duration) time.Duration {
	return low + time.Duration(b.random.Int64N(int64(high-low)))
}

func (b *breaker) missing() []fault {
	return slices.DeleteFunc(slices.Clone(deck), func(f fault) bool { return b.done[f] > 0 })
}

func (b *breaker) String() string {
	var parts []string
	for _, f := range slices.Compact(slices.Clone(deck)) {
		parts = append(parts, fmt.Sprintf("%s %d", f, b.done[f]))
	}
	return strings.Join(parts, ", ")
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
