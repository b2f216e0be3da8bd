package mvcc

import (
	"fmt"
	"testing"
)

// verify reads through mixtures. What a Get does not find is looked for in the log after.
func (h *held) verify(c chooser) (err error) {
	s := &h.seen
	restore := h.mix(c)
	got := map[string]any{}
	var absent []string
	for i := range 120 {
		key := fmt.Sprint("k", i)
		w, ok := s.view.get(key)
		if ok {
			got[key] = w.join()
		} else {
			absent = append(absent, key)
		}
		if now, newer := s.view.g.current(key, s.view.commit); !newer && (now.exists() != ok || ok && now != w) {
			err = fmt.Errorf("current %s = %v, but get %v, %v", key, now.join(), w.join(), ok)
		}
	}
	if err == nil {
		err = s.verifyRanges()
	}
	for i, ix := range s.view.indexes.list {
		if err == nil {
			err = s.verifyIndex(ix, s.view.indexes.set.Name(i))
		}
	}
	restore()
	for _, key := range absent {
		if w, ok := s.view.deleted(key); ok {
			got[key] = w.join()
		}
	}
	for i := range 120 {
		key := fmt.Sprint("k", i)
		want, there := s.state.items[key]
		if obj, ok := got[key]; err == nil && (ok != there || obj != want) {
			err = fmt.Errorf("get %s = %v, %v, want %v", key, obj, ok, want)
		}
	}
	return err
}

// A reader stops anywhere between his loads, and finishes after any writes: he has the state of
// his view. Where slots are used again, postings move their last slot or go, and arrays are
// exchanged, this is what each of the pitfalls would show in.
func TestReadersThatStoppedAnywhere(t *testing.T) {
	for seed := range uint64(rounds(8)) {
		w := newWorld(fromSeed(3000 + seed))
		w.store = newStore("one", "several", "all", "type")
		for range 20 {
			w.step()
		}
		for round := range 12 {
			w.seen = nil
			w.look()
			h := hold(w.seen[0])
			g := h.seen.view.g
			for range 1 + round {
				if w.store.generation.Load() != g {
					break
				}
				w.step()
				for range 1 + rounds(5) {
					if err := h.verify(w); err != nil {
						t.Fatalf("seed %d, round %d: %v", seed, round, err)
					}
				}
			}
		}
	}
}
