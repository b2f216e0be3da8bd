package rwmutex

import "k8s.io/client-go/tools/cache"

// Get returns the object under key, in O(1).
func (s *Store) Get(key string) (item any, exists bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	item, exists = s.items[key]
	return item, exists
}

// List returns all objects in no order, in O(n), in a slice the caller owns.
func (s *Store) List() []any {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := make([]any, 0, len(s.items))
	for _, item := range s.items {
		list = append(list, item)
	}
	return list
}

// ListKeys returns all keys in no order, in O(n).
func (s *Store) ListKeys() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := make([]string, 0, len(s.items))
	for key := range s.items {
		list = append(list, key)
	}
	return list
}

// ByIndex returns the objects under one value of an index, in no order.
func (s *Store) ByIndex(indexName, indexedValue string) ([]any, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, err := s.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	return s.objects(s.postings[i][indexedValue]), nil
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *Store) IndexKeys(indexName, indexedValue string) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, err := s.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	return s.postings[i][indexedValue].sorted(), nil
}

// Index returns the objects, each once and in no order, that share at least one
// value of an index with obj. The index function runs under the read lock.
func (s *Store) Index(indexName string, obj any) ([]any, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, err := s.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	values, err := s.set.Func(i)(obj)
	if err != nil {
		return nil, err
	}
	return s.objects(s.postings[i].union(values)), nil
}

// ListIndexFuncValues returns the values of an index that have objects, in no
// order; none, but not nil, for an unknown index.
func (s *Store) ListIndexFuncValues(indexName string) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, err := s.set.Find(indexName)
	if err != nil {
		return []string{}
	}
	values := make([]string, 0, len(s.postings[i]))
	for value := range s.postings[i] {
		values = append(values, value)
	}
	return values
}

// LastStoreSyncResourceVersion returns the version that the last write set.
func (s *Store) LastStoreSyncResourceVersion() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rv
}

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *Store) GetIndexers() cache.Indexers {
	s.mu.RLock()
	set := s.set
	s.mu.RUnlock()
	return set.Indexers() // a set never changes, so it needs no lock
}

// objects looks up keys; the caller holds mu.
func (s *Store) objects(keys keySet) []any {
	list := make([]any, 0, len(keys))
	for key := range keys {
		list = append(list, s.items[key])
	}
	return list
}
