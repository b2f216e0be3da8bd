package sharded

import "informerbench/stores/internal/indexing"

// posting is one index value within one shard: the slots of its objects, in no
// order. It holds no pointers, so the collector does not scan it.
type posting struct {
	value   string
	index   uint32
	members []member
}

// member is one object in a posting.
type member struct {
	slot uint32
	nth  uint32 // position of the membership among those of the slot
}

// membership is the way back, so that leaving a posting of 100,000 needs no search.
type membership struct {
	posting *posting
	at      uint32 // position among the members
}

// holds tells whether the memberships are what the values ask for. Values with
// duplicates get a no; enroll sorts them out.
func holds(in []membership, after [][]string) bool {
	for i, values := range after {
		for _, value := range values {
			if len(in) == 0 || int(in[0].posting.index) != i || in[0].posting.value != value {
				return false
			}
			in = in[1:]
		}
	}
	return len(in) == 0
}

func sameValues(in []membership, values []string) bool {
	if len(in) != len(values) {
		return false
	}
	for n, m := range in {
		if m.posting.value != values[n] {
			return false
		}
	}
	return true
}

func (s *shard) join(index int, value string, m member) membership {
	p := s.values[index].m[value]
	if p == nil {
		p = &posting{value: value, index: uint32(index)}
		s.values[index].put(value, p)
	}
	p.members = append(p.members, m)
	return membership{posting: p, at: uint32(len(p.members) - 1)}
}

// leave fills the place with the last member, and drops a posting without members
// (kubernetes/kubernetes#84959).
func (s *shard) leave(m membership) {
	p := m.posting
	last := uint32(len(p.members) - 1)
	if m.at != last {
		moved := p.members[last]
		p.members[m.at] = moved
		s.in[moved.slot][moved.nth].at = m.at
	}
	p.members = dropLast(p.members)
	if len(p.members) == 0 {
		s.values[p.index].remove(p.value)
	}
}

func (s *shard) members(index int, value string) []member {
	if p := s.values[index].m[value]; p != nil {
		return p.members
	}
	return nil
}

// extend enrolls a slot in an index that comes after all it is in.
func (s *shard) extend(slot uint32, index int, values []string) {
	for _, value := range indexing.Distinct(values) {
		m := member{slot: slot, nth: uint32(len(s.in[slot]))}
		s.in[slot] = append(s.in[slot], s.join(index, value, m))
	}
}
