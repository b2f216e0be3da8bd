package sharded

import (
	"iter"
	"slices"
	"sync"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
)

// snapshot is a state that no longer changes, as shards that nobody writes to.
type snapshot struct {
	set     *indexing.Set
	shards  []shard
	rv      string
	yield   stores.Yield
	sorted  sorted
	release func() // once, when closed
	closed  sync.Once
	// complete makes the layouts of the shards, when somebody first asks for what needs
	// them; nil if they are there.
	complete  func()
	completed sync.Once
}

var _ stores.Snapshot = (*snapshot)(nil)

// Close lets writers go on without copying.
func (s *snapshot) Close() {
	s.closed.Do(func() {
		if s.release != nil {
			s.release()
		}
		s.shards, s.complete, s.sorted.keys = nil, nil, nil
	})
}

// whole returns the shards with their layouts.
func (s *snapshot) whole() []shard {
	s.completed.Do(func() {
		if s.complete != nil {
			s.complete()
			s.complete = nil
		}
	})
	return s.shards
}

func (s *snapshot) Get(key string) (item any, exists bool) {
	hash := hashOf(key)
	shards := s.whole()
	return shards[stripeOf(hash, len(shards))].get(hash, key)
}

func (s *snapshot) Len() (n int) {
	for i := range s.shards {
		n += len(s.shards[i].keys.list)
	}
	return n
}

func (s *snapshot) List() []any { return s.AppendList(make([]any, 0, s.Len())) }

func (s *snapshot) AppendList(into []any) []any {
	into = slices.Grow(into, s.Len())
	for i := range s.shards {
		into = append(into, s.shards[i].objs.list...)
	}
	s.yield.After(s.Len())
	return into
}

func (s *snapshot) ListKeys() []string {
	list := make([]string, 0, s.Len())
	for i := range s.shards {
		list = append(list, s.shards[i].keys.list...)
	}
	s.yield.After(len(list))
	return list
}

func (s *snapshot) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i := range s.shards {
			if !s.shards[i].each(yield) {
				return
			}
		}
	}
}
