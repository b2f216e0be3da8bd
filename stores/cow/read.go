package cow

import (
	"slices"

	"informerbench/stores/internal/keyorder"
)

func (s *state) get(key string) (item any, exists bool) {
	slot, exists := s.items.find(key, s.hash.tag(key))
	if !exists {
		return nil, false
	}
	return s.items.value(slot), true
}

func (s *state) list() []any { return s.items.appendValues(make([]any, 0, s.items.count)) }

// appendList grows the slice once, if it must.
func (s *state) appendList(into []any) []any {
	return s.items.appendValues(slices.Grow(into, s.items.count))
}

// under returns the posting of a value; ok is false when there is none.
func (s *state) under(indexName, value string) (p posting, ok bool, err error) {
	i, err := s.set.Find(indexName)
	if err != nil {
		return posting{}, false, err
	}
	p, ok = s.indexes[i].lookup(value, s.hash)
	return p, ok, nil
}

func (s *state) byIndex(indexName, value string) ([]any, error) {
	p, ok, err := s.under(indexName, value)
	if err != nil {
		return nil, err
	}
	if !ok {
		return []any{}, nil
	}
	return s.appendObjects(make([]any, 0, p.len()), p), nil
}

func (s *state) appendByIndex(into []any, indexName, value string) ([]any, error) {
	p, ok, err := s.under(indexName, value)
	if !ok || err != nil {
		return into, err
	}
	return s.appendObjects(slices.Grow(into, p.len()), p), nil
}

// appendObjects appends the objects of a posting.
func (s *state) appendObjects(into []any, p posting) []any {
	if p.many == nil {
		return append(into, s.items.value(p.one))
	}
	return s.appendSet(into, p.many)
}

// appendSet calls itself, for a function that is handed down would be allocated.
func (s *state) appendSet(into []any, of *set) []any {
	if of.kids != nil {
		for _, kid := range of.kids {
			if kid != nil {
				into = s.appendSet(into, kid)
			}
		}
		return into
	}
	for _, slot := range of.slots {
		into = append(into, s.items.value(slot))
	}
	return into
}

// indexKeys returns the keys of a posting, sorted.
func (s *state) indexKeys(indexName, value string) ([]string, error) {
	p, ok, err := s.under(indexName, value)
	if err != nil {
		return nil, err
	}
	if !ok {
		return []string{}, nil
	}
	keys := make([]string, 0, p.len())
	for slots := range p.all {
		for _, slot := range slots {
			keys = append(keys, s.items.key(slot))
		}
	}
	keyorder.Sort(keys)
	return keys, nil
}

// index returns the objects, each once, that share at least one value with obj.
func (s *state) index(indexName string, obj any) ([]any, error) {
	i, err := s.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	values, err := s.set.Func(i)(obj)
	if err != nil {
		return nil, err
	}
	if len(values) == 1 {
		return s.byIndex(indexName, values[0])
	}
	return s.union(s.indexes[i], values), nil
}

func (s *state) union(x *index, values []string) []any {
	list, seen := []any{}, map[uint32]struct{}{}
	for _, value := range values {
		p, ok := x.lookup(value, s.hash)
		if !ok {
			continue
		}
		for slots := range p.all {
			for _, slot := range slots {
				if _, twice := seen[slot]; !twice {
					seen[slot] = struct{}{}
					list = append(list, s.items.value(slot))
				}
			}
		}
	}
	return list
}

func (s *state) indexValues(indexName string) []string {
	i, err := s.set.Find(indexName)
	if err != nil {
		return []string{}
	}
	return s.indexes[i].listKeys()
}

// all ranges over the objects as they lie; so does a range over a posting.
func (s *state) all(yield func(string, any) bool) {
	for _, leaf := range s.items.tree.leaves {
		for i := range uint32(leafSlots) {
			if leaf.used>>i&1 == 1 && !yield(leaf.keys.at[i], leaf.vals[i]) {
				return
			}
		}
	}
}

func (s *state) allOf(p posting, yield func(string, any) bool) {
	for slots := range p.all {
		for _, slot := range slots {
			leaf := s.items.tree.at(slot >> leafBits)
			if !yield(leaf.keys.at[slot&leafMask], leaf.vals[slot&leafMask]) {
				return
			}
		}
	}
}
