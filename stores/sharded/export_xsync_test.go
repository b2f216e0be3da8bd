package sharded

import (
	"fmt"
	"maps"
	"slices"
)

// Check walks everything and returns the first violation of an invariant. No write
// may run meanwhile.
func (s *XsyncStore) Check() error {
	now := s.current.Load()
	want := make([]map[string][]string, now.set.Len())
	for i := range want {
		want[i] = map[string][]string{}
	}
	met := 0
	for stripe := range now.rosters {
		if err := now.rosters[stripe].check(); err != nil {
			return fmt.Errorf("roster of stripe %d: %w", stripe, err)
		}
		for _, spot := range now.rosters[stripe].spots() {
			e, r := spot.entry, spot.entry.now.Load()
			if r == nil {
				continue
			}
			met++
			if at, _ := now.items.Load(e.key); at != e || s.of(hashOf(e.key)) != stripe || e.name != spot.name {
				return fmt.Errorf("entry of %q is not where it belongs", e.key)
			}
			if !r.holds(valuesOf(now.set, 0, e.key, r.obj, nil)) {
				return fmt.Errorf("%q stands elsewhere than its object", e.key)
			}
			for _, s := range r.in {
				want[s.posting.index][s.posting.value] = append(want[s.posting.index][s.posting.value], e.key)
			}
		}
	}
	if met != now.items.Size() {
		return fmt.Errorf("%d entries in the rosters, %d in the map", met, now.items.Size())
	}
	return now.checkIndexes(want)
}

func (g *generation) checkIndexes(want []map[string][]string) (err error) {
	for i, index := range g.indexes {
		have := map[string][]string{}
		index.Range(func(value string, p *posting) bool {
			have[value] = nil
			index.visit(value, func(e *entry, _ *record) bool {
				have[value] = append(have[value], e.key)
				return true
			})
			if wrong := p.check(); err == nil && (wrong != nil || int(p.members.Load()) != len(have[value]) || p.gone.Load()) {
				err = fmt.Errorf("value %q: %d entries of %d, gone %v: %v", value, len(have[value]), int(p.members.Load()), p.gone.Load(), wrong)
			}
			return true
		})
		if err == nil && !maps.EqualFunc(have, want[i], sameKeys) {
			err = fmt.Errorf("index %d is %v, not %v", i, have, want[i])
		}
	}
	return err
}

// check wants the names to rise, and no more leavers than those who stay.
func (r *roster) check() error {
	spots := r.spots()
	if !slices.IsSortedFunc(spots, func(a, b spot) int { return int(a.name) - int(b.name) }) {
		return fmt.Errorf("names %v do not rise", spots)
	}
	if len(r.left)*2 > len(spots) {
		return fmt.Errorf("%d of %d places are given up", len(r.left), len(spots))
	}
	return nil
}

func sameKeys(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// HoldValue keeps every writer away from one value of an index while f runs.
func (s *XsyncStore) HoldValue(index int, value string, f func()) {
	p, _ := s.current.Load().indexes[index].Load(value)
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// Members returns how many places are taken under one value of an index.
func (s *XsyncStore) Members(index int, value string) int {
	return s.current.Load().indexes[index].room(value)
}

// HoldBucket holds the bucket of one value in the map of an index while f runs.
func (s *XsyncStore) HoldBucket(index int, value string, f func()) {
	s.current.Load().indexes[index].Compute(value, func(old *posting, exists bool) (*posting, bool) {
		f()
		return old, !exists
	})
}
