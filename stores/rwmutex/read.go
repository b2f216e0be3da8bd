package rwmutex

// Get returns the object under key, in O(1).
func (s *Store) Get(key string) (item any, exists bool) {
	s.mu.RLock()
	t := s.table
	slot, exists := t.slots[key]
	if exists {
		item = *t.objects.at(slot)
	}
	s.mu.RUnlock()
	return item, exists
}

// List returns all objects in no order, in O(n), in a slice the caller owns.
func (s *Store) List() []any { return s.AppendList(make([]any, 0, s.size())) }

// ListKeys returns all keys in no order, in O(n).
func (s *Store) ListKeys() []string {
	keys := make([]string, 0, s.size())
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.table.appendKeys(keys)
}

// size is the number of objects. Lists ask for it first and allocate their result
// before they lock again: clearing megabytes takes a good part of a List. If the store has
// grown in between, append copes.
func (s *Store) size() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.table.slots)
}
