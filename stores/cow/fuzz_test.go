package cow_test

import (
	"maps"
	"testing"

	"informerbench/stores/cow"

	"k8s.io/client-go/tools/cache"
)

// FuzzStates takes pairs of bytes as writes (what to do, to which key) and wants the
// structure sound after each, and every state as it was at the end. The first byte
// chooses how bad the hash function is.
func FuzzStates(f *testing.F) {
	f.Add([]byte{0})
	f.Add([]byte{0, 0, 1, 0, 2, 3, 1, 0, 1, 3, 2, 0, 3})
	f.Add([]byte{1, 0, 1, 1, 2, 4, 9, 0, 5, 0, 6, 0, 7, 4, 8, 3, 1, 2, 1, 6, 0, 0, 1})
	f.Add([]byte{2, 5, 200, 3, 1, 3, 2, 3, 3, 5, 10, 1, 1, 4, 40})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || len(data) > 400 {
			return
		}
		s := cow.NewMasked(indexers(), masks[int(data[0])%len(masks)])
		model := map[string]any{}
		var states []*cow.State
		var contents []map[string]any
		for i := 1; i+1 < len(data); i += 2 {
			fuzzWrite(s, model, data[i], int(data[i+1]))
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
			states, contents = append(states, s.Now()), append(contents, maps.Clone(model))
		}
		for i, state := range states {
			if !maps.Equal(state.Objects(), contents[i]) {
				t.Fatalf("state %d of %d differs from what was written", i, len(states))
			}
		}
	})
}

func fuzzWrite(s *cow.Store, model map[string]any, what byte, k int) {
	set := func(k int, tags string) cache.ThreadSafeStoreTransaction {
		obj := &thing{n: k, tags: tags}
		model[key(k)] = obj
		return put(key(k), obj)
	}
	tags := []string{"a", "a,b", "", "b"}[int(what>>4)%4]
	switch what % 8 {
	case 0, 1, 2:
		e := set(k, tags)
		s.Update(e.Key, e.Object)
	case 3:
		delete(model, key(k))
		s.Delete(key(k))
	case 4: // a batch that takes out and puts back
		var entries []cache.ThreadSafeStoreTransaction
		for i := range 1 + k%20 {
			delete(model, key(i))
			entries = append(entries, del(key(i)), set(2*i, tags))
		}
		s.Transaction(entries...)
	case 5: // a batch that grows
		var entries []cache.ThreadSafeStoreTransaction
		for i := range k {
			entries = append(entries, set(i, tags))
		}
		s.Transaction(entries...)
	case 6: // a batch that shrinks
		var entries []cache.ThreadSafeStoreTransaction
		for i := range k {
			delete(model, key(i))
			entries = append(entries, del(key(i)))
		}
		s.Transaction(entries...)
	default:
		clear(model)
		for i := range k {
			set(i, tags)
		}
		s.Replace(maps.Clone(model), "1")
	}
}
