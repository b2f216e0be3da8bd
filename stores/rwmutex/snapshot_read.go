package rwmutex

import (
	"iter"
	"slices"

	"informerbench/stores/internal/keyorder"
)

func (s *snapshot) List() []any { return s.AppendList(make([]any, 0, s.live)) }

func (s *snapshot) AppendList(into []any) []any {
	into = slices.Grow(into, s.live)
	for _, obj := range s.objects {
		if !isHole(obj) {
			into = append(into, obj)
		}
	}
	return into
}

func (s *snapshot) ListKeys() []string {
	keys := make([]string, 0, s.live)
	for key := range s.All() {
		keys = append(keys, key)
	}
	return keys
}

func (s *snapshot) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for slot, obj := range s.objects {
			if !isHole(obj) && !yield(s.keys[slot], obj) {
				return
			}
		}
	}
}

// Ascend sorts the keys when it is called for the first time.
func (s *snapshot) Ascend(from string) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		keys := s.sorted()
		first, _ := slices.BinarySearch(keys, from)
		for _, key := range keys[first:] {
			if obj, _ := s.Get(key); !yield(key, obj) {
				return
			}
		}
	}
}

func (s *snapshot) ByIndex(indexName, indexedValue string) ([]any, error) {
	list, err := s.AppendByIndex(nil, indexName, indexedValue)
	if list == nil && err == nil {
		list = []any{}
	}
	return list, err
}

func (s *snapshot) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	slots, err := s.slotsOf(indexName, indexedValue)
	into = slices.Grow(into, len(slots))
	for _, slot := range slots {
		into = append(into, s.objects[slot])
	}
	return into, err
}

func (s *snapshot) IndexKeys(indexName, indexedValue string) ([]string, error) {
	slots, err := s.slotsOf(indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(slots))
	for i, slot := range slots {
		keys[i] = s.keys[slot]
	}
	keyorder.Sort(keys)
	return keys, nil
}

func (s *snapshot) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	slots, err := s.slotsOf(indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		for _, slot := range slots {
			if !yield(s.keys[slot], s.objects[slot]) {
				return
			}
		}
	}, nil
}

func (s *snapshot) slotsOf(indexName, indexedValue string) ([]uint32, error) {
	i, err := s.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	return s.indexes[i].slotsOf(indexedValue), nil
}
