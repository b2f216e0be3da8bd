package sharded

// Index returns the objects, each once and in no order, that share at least one
// value of an index with obj. One that moves from one of several values to another
// meanwhile may be missing.
func (s *XsyncStore) Index(indexName string, obj any) ([]any, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	values, err := now.set.Func(i)(obj)
	if err != nil {
		return nil, err
	}
	list := now.union(i, values)
	s.yield.After(len(list))
	return list, nil
}

// union takes each entry once: one that is under two of the values, or moves from one
// to another meanwhile, must not come twice.
func (g *generation) union(index int, values []string) []any {
	list := []any{}
	var seen map[string]struct{}
	if len(values) > 1 {
		seen = map[string]struct{}{}
	}
	for _, value := range values {
		g.indexes[index].visit(value, func(e *entry, r *record) bool {
			if seen != nil {
				// By key, for one that is deleted and added again has another entry.
				if _, met := seen[e.key]; met {
					return true
				}
				seen[e.key] = struct{}{}
			}
			list = append(list, r.obj)
			return true
		})
	}
	return list
}

// ListIndexFuncValues returns the values of an index that have objects, in no
// order; none, but not nil, for an unknown index. The only object of a value may be
// about to come or just gone.
func (s *XsyncStore) ListIndexFuncValues(indexName string) []string {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return []string{}
	}
	values := make([]string, 0, now.indexes[i].Size())
	now.indexes[i].Range(func(value string, p *posting) bool {
		if !p.gone.Load() {
			values = append(values, value)
		}
		return true
	})
	s.yield.After(len(values))
	return values
}
