package sharded

import "slices"

// Get returns the object under key, in O(1), without a lock.
func (s *XsyncStore) Get(key string) (item any, exists bool) {
	found, exists := s.current.Load().items.Load(key)
	if !exists {
		return nil, false
	}
	return found.obj, true
}

// List returns all objects in no order, in O(n), in a slice the caller owns.
func (s *XsyncStore) List() []any {
	items := s.current.Load().items
	list := make([]any, 0, items.Size())
	items.Range(func(_ string, found *record) bool {
		list = append(list, found.obj)
		return true
	})
	return list
}

// ListKeys returns all keys in no order, in O(n).
func (s *XsyncStore) ListKeys() []string {
	items := s.current.Load().items
	list := make([]string, 0, items.Size())
	items.Range(func(key string, _ *record) bool {
		list = append(list, key)
		return true
	})
	return list
}

// ByIndex returns the objects under one value of an index, in no order.
func (s *XsyncStore) ByIndex(indexName, indexedValue string) ([]any, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	keys := now.indexes[i].under(indexedValue)
	list := make([]any, 0, len(keys))
	for _, key := range keys {
		if found, exists := now.items.Load(key); exists && found.has(i, indexedValue) {
			list = append(list, found.obj)
		}
	}
	return list, nil
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *XsyncStore) IndexKeys(indexName, indexedValue string) ([]string, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	keys := now.indexes[i].under(indexedValue)
	list := make([]string, 0, len(keys))
	for _, key := range keys {
		if found, exists := now.items.Load(key); exists && found.has(i, indexedValue) {
			list = append(list, key)
		}
	}
	slices.Sort(list)
	return list, nil
}

// has tells whether the object is under a value, which the set of keys alone does
// not: a key is there from before its object is stored until after it is gone.
func (r *record) has(index int, value string) bool {
	return slices.Contains(r.values[index], value)
}

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
	return now.union(i, values), nil
}

// union looks each key up once: an object that moves from one of the values to
// another meanwhile must not come twice.
func (g *xsyncGeneration) union(index int, values []string) []any {
	var keys []string
	for _, value := range values {
		keys = append(keys, g.indexes[index].under(value)...)
	}
	if len(values) > 1 {
		slices.Sort(keys)
		keys = slices.Compact(keys)
	}
	list := make([]any, 0, len(keys))
	for _, key := range keys {
		found, exists := g.items.Load(key)
		if exists && slices.ContainsFunc(values, func(value string) bool { return found.has(index, value) }) {
			list = append(list, found.obj)
		}
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
	now.indexes[i].Range(func(value string, _ keys) bool {
		values = append(values, value)
		return true
	})
	return values
}
