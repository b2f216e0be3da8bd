package sharded

import (
	"iter"

	"informerbench/stores/internal/keyorder"
)

func (s *snapshot) ByIndex(indexName, indexedValue string) ([]any, error) {
	list, err := s.AppendByIndex([]any{}, indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	return list, nil
}

func (s *snapshot) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	before := len(into)
	err := s.visit(indexName, indexedValue, func(shard *shard, slots []uint32) bool {
		into = pickObjects(into, shard, slots)
		return true
	})
	s.yield.After(len(into) - before)
	return into, err
}

func (s *snapshot) IndexKeys(indexName, indexedValue string) ([]string, error) {
	keys := []string{}
	if err := s.visit(indexName, indexedValue, func(shard *shard, slots []uint32) bool {
		keys = pickKeys(keys, shard, slots)
		return true
	}); err != nil {
		return nil, err
	}
	keyorder.Sort(keys)
	s.yield.After(len(keys))
	return keys, nil
}

func (s *snapshot) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	if _, err := s.set.Find(indexName); err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		_ = s.visit(indexName, indexedValue, func(shard *shard, slots []uint32) bool {
			for _, slot := range slots {
				if !yield(shard.keys.list[slot], shard.objs.list[slot]) {
					return false
				}
			}
			return true
		})
	}, nil
}

// visit calls f with the slots under a value, shard by shard, until it answers false.
func (s *snapshot) visit(indexName, value string, f func(*shard, []uint32) bool) error {
	i, err := s.set.Find(indexName)
	if err != nil {
		return err
	}
	hash := hashOf(value)
	shards := s.whole()
	for n := range shards {
		if !f(&shards[n], shards[n].parts[i].under(hash, value)) {
			return nil
		}
	}
	return nil
}

func (s *snapshot) ListIndexFuncValues(indexName string) []string {
	i, err := s.set.Find(indexName)
	if err != nil {
		return []string{}
	}
	shards := s.whole()
	lists := make([][]string, len(shards))
	for n := range shards {
		lists[n] = shards[n].parts[i].used()
	}
	return distinctOf(lists)
}

// Ascend sorts all keys when it is first called.
func (s *snapshot) Ascend(from string) iter.Seq2[string, any] { return s.sorted.ascend(s, from) }

func (s *snapshot) ResourceVersion() string { return s.rv }
