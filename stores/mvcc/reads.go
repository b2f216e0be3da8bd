package mvcc

import (
	"context"

	"informerbench/stores/internal/keyorder"
)

// Get returns the object under key, in O(1). It is one look into a table, one cache
// line of the slot, and the key's bytes.
func (s *Store) Get(key string) (item any, exists bool) {
	g := s.generation.Load()
	segment, commit := g.now()
	w, newer := g.current(key, commit)
	if newer {
		v := view{g: g, segment: segment, commit: commit, upto: commit}
		w, _ = v.get(key)
	}
	return w.join(), w.exists()
}

// List returns all objects, in O(n), in a slice the caller owns.
func (s *Store) List() []any { return s.AppendList([]any{}) }

// AppendList appends all objects to into.
func (s *Store) AppendList(into []any) []any {
	v := s.view()
	from := len(into)
	into = v.appendList(room(into, v.size()))
	s.yield.After(len(into) - from)
	return into
}

// size is how many objects there are, or nearly so while writes go on.
func (v *view) size() int { return int(v.g.live.Load()) }

// ListKeys returns all keys, in O(n).
func (s *Store) ListKeys() []string {
	v := s.view()
	keys := v.appendAllKeys(make([]string, 0, v.size()))
	s.yield.After(len(keys))
	return keys
}

// ByIndex returns the objects under one value of an index, in a slice of their number.
func (s *Store) ByIndex(indexName, indexedValue string) ([]any, error) {
	return s.AppendByIndex([]any{}, indexName, indexedValue)
}

// AppendByIndex appends the objects under one value of an index to into.
func (s *Store) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	v, ix, err := s.viewOf(indexName)
	if err != nil {
		return into, err
	}
	from := len(into)
	if p := v.posting(ix, indexedValue); p != nil {
		into = v.appendObjects(p, into)
	}
	s.yield.After(len(into) - from)
	return into, nil
}

// viewOf returns the present state and an index of it.
func (s *Store) viewOf(indexName string) (view, *index, error) {
	g := s.generation.Load()
	is := g.indexes.Load() // before the view, see AddIndexers
	i, err := is.set.Find(indexName)
	if err != nil {
		return view{}, nil, err
	}
	return g.view(), is.list[i], nil
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *Store) IndexKeys(indexName, indexedValue string) ([]string, error) {
	v, ix, err := s.viewOf(indexName)
	if err != nil {
		return nil, err
	}
	keys := v.indexKeys(ix, indexedValue)
	s.yield.After(len(keys))
	return keys, nil
}

func (v *view) indexKeys(ix *index, value string) []string {
	keys := []string{}
	if p := v.posting(ix, value); p != nil {
		keys = v.appendKeys(p, keys)
		keyorder.Sort(keys)
	}
	return keys
}

// Index returns the objects, each once, that share at least one value of an index
// with obj. The index function runs before the state is taken that answers.
func (s *Store) Index(indexName string, obj any) ([]any, error) {
	is := s.generation.Load().indexes.Load()
	i, err := is.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	values, err := is.set.Func(i)(obj)
	if err != nil {
		return nil, err
	}
	v, ix, err := s.viewOf(indexName)
	if err != nil {
		return nil, err
	}
	objects := v.union(ix, values)
	s.yield.After(len(objects))
	return objects, nil
}

// ListIndexFuncValues returns the values of an index that have objects; none, but not
// nil, for an unknown index.
func (s *Store) ListIndexFuncValues(indexName string) []string {
	v, ix, err := s.viewOf(indexName)
	if err != nil {
		return []string{}
	}
	values := v.values(ix)
	s.yield.After(len(values))
	return values
}

// LastStoreSyncResourceVersion returns the version that the last write set.
func (s *Store) LastStoreSyncResourceVersion() string {
	v := s.view()
	return v.resourceVersion()
}

// WaitForVersion waits until the store is at least at a resource version.
func (s *Store) WaitForVersion(ctx context.Context, resourceVersion string) error {
	return s.waiters.Wait(ctx, resourceVersion, s.LastStoreSyncResourceVersion)
}
