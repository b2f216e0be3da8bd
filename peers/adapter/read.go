package adapter

import (
	"slices"

	"k8s.io/client-go/tools/cache"
)

// Get returns the object under key.
func (s *Store) Get(key string) (item any, exists bool) {
	if r := s.now.Load().Get(key); r != nil {
		return r.Object, true
	}
	return nil, false
}

// List returns all objects, in no order.
func (s *Store) List() []any {
	list := []any{}
	for r := range s.now.Load().All() {
		list = append(list, r.Object)
	}
	return list
}

// ListKeys returns all keys, in no order.
func (s *Store) ListKeys() []string {
	keys := []string{}
	for r := range s.now.Load().All() {
		keys = append(keys, r.Key)
	}
	return keys
}

// Index returns the objects that share at least one value with obj, each once.
func (s *Store) Index(name string, obj any) ([]any, error) {
	v := s.now.Load()
	i, err := v.indexes.find(name)
	if err != nil {
		return nil, err
	}
	values, err := v.indexes.functions[i](obj)
	if err != nil {
		return nil, err
	}
	v = s.now.Load() // the function may have taken long; positions never change
	list, values := []any{}, distinct(values)
	seen := map[string]bool{}
	for _, value := range values {
		for r := range v.Under(i, value) {
			if len(values) > 1 {
				if seen[r.Key] {
					continue
				}
				seen[r.Key] = true
			}
			list = append(list, r.Object)
		}
	}
	return list, nil
}

// ByIndex returns the objects under a value, in no order.
func (s *Store) ByIndex(name, value string) ([]any, error) {
	v := s.now.Load()
	i, err := v.indexes.find(name)
	if err != nil {
		return nil, err
	}
	list := []any{}
	for r := range v.Under(i, value) {
		list = append(list, r.Object)
	}
	return list, nil
}

// IndexKeys returns the keys under a value, sorted.
func (s *Store) IndexKeys(name, value string) ([]string, error) {
	v := s.now.Load()
	i, err := v.indexes.find(name)
	if err != nil {
		return nil, err
	}
	keys := []string{}
	for r := range v.Under(i, value) {
		keys = append(keys, r.Key)
	}
	slices.Sort(keys)
	return keys, nil
}

// ListIndexFuncValues returns the values of an index that have objects; none for an unknown index.
func (s *Store) ListIndexFuncValues(name string) []string {
	values := []string{}
	v := s.now.Load()
	if i, err := v.indexes.find(name); err == nil {
		values = slices.AppendSeq(values, v.Values(i))
	}
	return values
}

// GetIndexers returns a copy.
func (s *Store) GetIndexers() cache.Indexers { return s.now.Load().indexes.copied() }

// LastStoreSyncResourceVersion returns the version that the last write set.
func (s *Store) LastStoreSyncResourceVersion() string { return s.now.Load().version }
