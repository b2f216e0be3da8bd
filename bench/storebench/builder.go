package storebench

import (
	"fmt"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// builder makes the stores that the rows of a process need, one after the other.
type builder struct {
	subject subject
	objects int
	pace    float64

	p     *population
	stage stage
	f     *filled // of the stage
	never *filled // the same without yields, while rows need it
}

// cell enters the measurement's stage and returns what the row works on.
func (b *builder) cell(m measurement) (*cell, error) {
	c := &cell{store: b.subject.new, objects: b.objects, pace: b.pace}
	if m.row.on == onNothing {
		return c, nil
	}
	if b.p == nil {
		b.p = newPopulation(b.objects)
	}
	if b.stage != m.row.on {
		if err := b.enter(m.row.on); err != nil {
			return nil, err
		}
	}
	c.f = b.f
	if m.yield == "off" {
		if b.never == nil {
			b.never = b.filled(b.subject.neverYield, sliceIndexers(3), orderKey)
		}
		c.f = b.never
	}
	return c, nil
}

// enter makes the store of a stage. Those with three indexes share one, which is
// exchanged from a list in random order to one in the order of keys.
func (b *builder) enter(next stage) error {
	shared := b.f != nil && next <= onKeyed
	if !shared {
		if err := b.leave(); err != nil {
			return err
		}
	}
	switch {
	case next == onUnindexed:
		b.f = b.filled(b.subject.new, sliceIndexers(0), orderKey)
	case next == onSingle:
		b.f = b.filled(b.subject.new, singleIndexers(), orderKey)
	case !shared:
		order := orderKey
		if next < onKeyed {
			order = orderRandom
		}
		b.f = b.filled(b.subject.new, sliceIndexers(3), order)
	case next == onKeyed && b.stage == onRandom:
		b.f.fill(orderKey)
	}
	b.stage = next
	touchHeap()
	return nil
}

func (b *builder) filled(new stores.Constructor, indexers cache.Indexers, order string) *filled {
	f := newFilled(new, indexers, b.p)
	f.fill(order)
	return f
}

// leave checks the stores of the stage against what was written to them, and drops them.
func (b *builder) leave() error {
	for _, f := range []*filled{b.f, b.never} {
		if f == nil {
			continue
		}
		if err := f.check(); err != nil {
			return fmt.Errorf("store %s, after its rows: %w", b.subject.name, err)
		}
	}
	b.f, b.never = nil, nil
	return nil
}
