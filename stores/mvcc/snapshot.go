package mvcc

import (
	"sync"

	"informerbench/stores"
)

var _ stores.Snapshot = (*snapshot)(nil)

// snapshot is a pinned state. Its reads wait for nobody. That it is held costs the writer
// some map accesses a record once it lags, and memory for one old version of what was replaced since.
type snapshot struct {
	pin    *pin
	g      *generation
	commit uint64
	yield  stores.Yield

	version string
	length  func() int      // counted once
	sorted  func() []string // the keys in order, sorted once
}

// Snapshot pins the present state, in O(1): some small objects.
func (s *Store) Snapshot() stores.Snapshot { return s.pin() }

func (s *Store) pin() *snapshot {
	g := s.generation.Load()
	is := g.indexes.Load() // before the view, see AddIndexers
	v := g.view()
	v.indexes = is
	p := &pin{}
	p.view.Store(&v)
	snap := &snapshot{pin: p, g: g, commit: v.commit, yield: s.yield, version: v.resourceVersion()}
	snap.length = sync.OnceValue(snap.count)
	snap.sorted = sync.OnceValue(snap.sortedKeys)
	g.pins.add(p)
	return snap
}

// Close lets the writer forget the snapshot. Who keeps a closed one keeps no objects with it.
func (s *snapshot) Close() {
	s.pin.closed.Store(true)
	s.pin.view.Store(nil)
	s.g, s.length, s.sorted = nil, nil, nil
}

// view is for one call, see view.route.
func (s *snapshot) view() *view {
	v := *s.pin.view.Load()
	return &v
}

// find returns an index of the state.
func (s *snapshot) find(indexName string) (*index, error) {
	is := s.view().indexes
	i, err := is.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	return is.list[i], nil
}

// ResourceVersion is that of the state.
func (s *snapshot) ResourceVersion() string { return s.version }

// Len counts the objects when it is first called, in O(n).
func (s *snapshot) Len() int { return s.length() }

func (s *snapshot) count() (n int) {
	for range s.All() {
		n++
	}
	return n
}

// Get returns the object under key, in O(1). For a key that is not found, it has to look
// whether it was deleted since, through up to twice foldEvery records.
func (s *snapshot) Get(key string) (item any, exists bool) {
	v := s.view()
	w, exists := v.get(key)
	if !exists {
		w, exists = v.deleted(key)
	}
	return w.join(), exists
}
