package sharded

// ListIndexFuncValues returns the values of an index that have objects, in no
// order; none, but not nil, for an unknown index. Most values occur in several shards,
// so it takes O(values in all shards).
func (s *Store) ListIndexFuncValues(indexName string) []string {
	i, err := s.set.Load().Find(indexName)
	if err != nil {
		return []string{}
	}
	lists := make([][]string, len(s.locked))
	s.rlock()
	for n := range s.locked {
		l := &s.locked[n]
		lists[n] = l.parts[i].used()
		l.RUnlock()
	}
	return distinctOf(lists)
}

// used returns a copy of the values that have objects.
func (p *part) used() []string {
	list := make([]string, 0, len(p.values)-len(p.free))
	for number, value := range p.values {
		if len(p.slots[number]) > 0 {
			list = append(list, value)
		}
	}
	return list
}

func distinctOf(lists [][]string) []string {
	most := 0
	for _, list := range lists {
		most = max(most, len(list))
	}
	var seen table
	values := make([]string, 0, most)
	for _, list := range lists {
		for _, value := range list {
			hash := hashOf(value)
			if _, known := seen.find(hash, values, value); !known {
				seen.add(hash, uint32(len(values)))
				values = append(values, value)
			}
		}
	}
	return values
}
