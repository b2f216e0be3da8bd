package sharded

import (
	"fmt"

	"informerbench/stores/internal/indexing"
)

const (
	CacheLine  = cacheLine
	MinStripes = minStripes
	MaxStripes = maxStripes
	LockedSize = lockedSize
	StripeSize = stripeSize
	Many       = many
)

var StripeCount = stripeCount

// Check walks everything and returns the first violation of an invariant. No write
// may run meanwhile.
func (s *Store) Check() error {
	for i := range s.locked {
		shard := &s.locked[i].shard
		for _, key := range shard.keys.list {
			if home := stripeOf(hashOf(key), len(s.locked)); home != i {
				return fmt.Errorf("key %q is in shard %d, not %d", key, i, home)
			}
		}
		if err := shard.check(s.set.Load()); err != nil {
			return fmt.Errorf("shard %d: %w", i, err)
		}
	}
	return nil
}

func (s *shard) check(set *indexing.Set) error {
	n := len(s.keys.list)
	if len(s.objs.list) != n || len(s.parts) != set.Len() {
		return fmt.Errorf("%d keys, %d objects; %d indexes for %d functions", n, len(s.objs.list), len(s.parts), set.Len())
	}
	if err := s.table.check(s.keys.list, func(uint32) bool { return true }); err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	for i := range s.parts {
		if err := s.parts[i].check(n); err != nil {
			return fmt.Errorf("index %d: %w", i, err)
		}
		for slot, obj := range s.objs.list {
			want := valuesUnder(set, i, s.keys.list[slot], obj)
			if !s.parts[i].holds(uint32(slot), want) {
				return fmt.Errorf("index %d: %q is at %v %v, not under %v",
					i, s.keys.list[slot], s.parts[i].in[slot], s.parts[i].several[uint32(slot)], want)
			}
		}
	}
	return nil
}

// check wants every name that is used in the table, with its number, and nothing else.
func (t *table) check(names []string, used func(uint32) bool) error {
	count := 0
	for number, name := range names {
		if !used(uint32(number)) {
			continue
		}
		count++
		if at, found := t.find(hashOf(name), names, name); !found || int(at) != number {
			return fmt.Errorf("%q is found at %d (%v), not %d", name, at, found, number)
		}
	}
	cells := 0
	for _, cell := range t.cells {
		if cell != 0 {
			cells++
		}
	}
	if cells != count || t.used != count {
		return fmt.Errorf("%d cells and a count of %d for %d names", cells, t.used, count)
	}
	return nil
}

// check wants each place to lead to its slot and back, and no place else.
func (p *part) check(slots int) error {
	used := func(number uint32) bool { return len(p.slots[number]) > 0 }
	if err := p.table.check(p.values, used); err != nil {
		return err
	}
	free, places, several := 0, 0, 0
	for number, of := range p.slots {
		if len(of) == 0 {
			free++
		}
		places += len(of)
		for at, slot := range of {
			if *p.placeOf(slot, uint32(number)) != (place{uint32(number), uint32(at)}) {
				return fmt.Errorf("slot %d is not at %d of value %q", slot, at, p.values[number])
			}
		}
	}
	for _, in := range p.in {
		switch in.number {
		case underNone:
		case underSeveral:
			several++
		default:
			places--
		}
	}
	for _, in := range p.several {
		places -= len(in)
	}
	if len(p.in) != slots || free != len(p.free) || places != 0 || several != len(p.several) {
		return fmt.Errorf("%d slots for %d; %d free numbers, %d listed; %d places too many; %d with several values, %d listed",
			len(p.in), slots, free, len(p.free), places, several, len(p.several))
	}
	return nil
}

// Capacity returns the places for objects in all shards, and for keys in their tables.
func (s *Store) Capacity() (slots, cells int) {
	for i := range s.locked {
		slots += cap(s.locked[i].objs.list)
		cells += len(s.locked[i].table.cells)
	}
	return slots, cells
}

// Numbers returns how many values an index has numbers for.
func (s *Store) Numbers(index int) (numbers int) {
	for i := range s.locked {
		numbers += cap(s.locked[i].parts[index].values)
	}
	return numbers
}

// Sizes returns the number of objects in each shard.
func (s *Store) Sizes() (sizes []int) {
	for i := range s.locked {
		sizes = append(sizes, len(s.locked[i].objs.list))
	}
	return sizes
}

// Pins returns how many readers without a lock are entered anywhere.
func (s *Store) Pins() (pins int) {
	for i := range s.locked {
		l := &s.locked[i]
		pins += int(l.keys.pins.Load() + l.objs.pins.Load() + l.layout.pins.Load())
	}
	return pins
}
