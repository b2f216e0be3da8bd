package sharded

import (
	"fmt"
	"maps"
	"slices"

	"informerbench/stores/internal/indexing"
)

const (
	CacheLine  = cacheLine
	StripeSize = stripeSize
	MinStripes = minStripes
	MaxStripes = maxStripes
)

var StripeCount = stripeCount

// Check walks everything and returns the first violation of an invariant. No write
// may run meanwhile.
func (s *Store) Check() error {
	now := s.current.Load()
	for i, shard := range now.shards {
		for _, key := range shard.keys {
			if s.shardOf(key) != i {
				return fmt.Errorf("key %q is in shard %d, not %d", key, i, s.shardOf(key))
			}
		}
		if err := shard.check(now.set); err != nil {
			return fmt.Errorf("shard %d: %w", i, err)
		}
	}
	return nil
}

func (s *shard) check(set *indexing.Set) error {
	n := len(s.keys)
	if len(s.objs) != n || len(s.in) != n || len(s.slotOf.m) != n || int(s.count.Load()) != n {
		return fmt.Errorf("%d keys, %d objects, %d memberships, %d slots, count %d",
			n, len(s.objs), len(s.in), len(s.slotOf.m), s.count.Load())
	}
	memberships := 0
	for slot, key := range s.keys {
		if at, exists := s.slotOf.m[key]; !exists || int(at) != slot {
			return fmt.Errorf("key %q of slot %d is found at %d (%v)", key, slot, at, exists)
		}
		if err := s.checkMemberships(uint32(slot), set); err != nil {
			return fmt.Errorf("key %q: %w", key, err)
		}
		memberships += len(s.in[slot])
	}
	for i := range s.values {
		for value, p := range s.values[i].m {
			if len(p.members) == 0 || p.value != value || int(p.index) != i {
				return fmt.Errorf("posting %q of index %d has %d members, names %q of %d", value, i, len(p.members), p.value, p.index)
			}
			memberships -= len(p.members)
		}
	}
	if memberships != 0 {
		return fmt.Errorf("%d more memberships than members", memberships)
	}
	return nil
}

// checkMemberships wants those that the object's values ask for, each with a way
// there and back.
func (s *shard) checkMemberships(slot uint32, set *indexing.Set) error {
	var have, want []string
	for nth, m := range s.in[slot] {
		if m.posting.members[m.at] != (member{slot: slot, nth: uint32(nth)}) {
			return fmt.Errorf("membership %d leads to %+v", nth, m.posting.members[m.at])
		}
		have = append(have, fmt.Sprint(m.posting.index, m.posting.value))
	}
	for i, values := range set.Values(s.keys[slot], s.objs[slot], nil) {
		for _, value := range indexing.Distinct(values) {
			want = append(want, fmt.Sprint(i, value))
		}
	}
	if !slices.Equal(have, want) {
		return fmt.Errorf("is under %q, not %q", have, want)
	}
	return nil
}

// Capacity returns the places for objects in all shards, and the largest sizes of
// their maps.
func (s *Store) Capacity() (slots, peaks int) {
	for _, shard := range s.current.Load().shards {
		slots += cap(shard.objs)
		peaks += shard.slotOf.peak
	}
	return slots, peaks
}

// Check walks everything and returns the first violation of an invariant. No write
// may run meanwhile.
func (s *XsyncStore) Check() error {
	now := s.current.Load()
	want := make([]map[string][]string, now.set.Len())
	for i := range want {
		want[i] = map[string][]string{}
	}
	now.items.Range(func(key string, r *record) bool {
		for i, values := range r.values {
			for _, value := range values {
				want[i][value] = append(want[i][value], key)
			}
		}
		return true
	})
	for i, index := range now.indexes {
		have := map[string][]string{}
		index.Range(func(value string, of keys) bool {
			if of.many != nil && len(of.many.m) < 2 {
				have["a set of one or none"] = nil
			}
			have[value] = index.under(value)
			return true
		})
		if !maps.EqualFunc(have, want[i], sameKeys) {
			return fmt.Errorf("index %d is %v, not %v", i, have, want[i])
		}
	}
	return nil
}

func sameKeys(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// Sizes returns the number of objects in each shard.
func (s *Store) Sizes() (sizes []int) {
	for _, shard := range s.current.Load().shards {
		sizes = append(sizes, len(shard.objs))
	}
	return sizes
}

// HoldValue keeps every writer away from one value of an index while f runs.
func (s *XsyncStore) HoldValue(index int, value string, f func()) {
	s.current.Load().indexes[index].Compute(value, func(old keys, exists bool) (keys, bool) {
		f()
		return old, !exists
	})
}
