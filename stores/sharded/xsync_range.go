package sharded

import (
	"iter"

	"informerbench/stores"
)

// All ranges over all keys and objects in no order. It copies what there is stripe by
// stripe, when it comes to each: a key that is deleted and added again while the body
// takes its time is then not missed, for the new entry is behind those that it reads.
func (s *XsyncStore) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		now, n := s.current.Load(), 0
		var batch []stores.Item
		for i := range now.rosters {
			batch = batch[:0]
			now.rosters[i].visit(func(e *entry, r *record) bool {
				batch = append(batch, stores.Item{Key: e.key, Object: r.obj})
				return true
			})
			n += len(batch)
			for _, item := range batch {
				if !yield(item.Key, item.Object) {
					return
				}
			}
			clear(batch) // or the range would keep objects that are replaced
		}
		s.yield.After(n)
	}
}

// ByIndexAll ranges over the keys and objects under one value of an index, in no order.
// Each range copies them first.
func (s *XsyncStore) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	i, err := s.current.Load().set.Find(indexName)
	if err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		index := s.current.Load().indexes[i]
		items := make([]stores.Item, 0, index.room(indexedValue))
		index.visit(indexedValue, func(e *entry, r *record) bool {
			items = append(items, stores.Item{Key: e.key, Object: r.obj})
			return true
		})
		for _, item := range items {
			if !yield(item.Key, item.Object) {
				return
			}
		}
		s.yield.After(len(items))
	}, nil
}
