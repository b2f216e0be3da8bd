package sharded

import (
	"iter"
	"slices"
	"sync"

	"informerbench/stores"
	"informerbench/stores/internal/keyorder"
)

// sorted are the keys of a snapshot in ascending order, from when somebody first asks.
type sorted struct {
	once sync.Once
	keys []string
}

func (s *sorted) ascend(snap stores.Snapshot, from string) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		s.once.Do(func() {
			s.keys = snap.ListKeys()
			keyorder.Sort(s.keys)
		})
		at, _ := slices.BinarySearch(s.keys, from)
		for _, key := range s.keys[at:] {
			if obj, _ := snap.Get(key); !yield(key, obj) {
				return
			}
		}
	}
}
