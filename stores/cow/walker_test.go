package cow

import (
	"fmt"
	"math/bits"
)

// check walks everything that a state can reach and returns the first violation of
// an invariant. edits is the number of the last edit.
func (s *state) check(hash hasher, edits uint64) error {
	if len(s.indexes) != s.set.Len() {
		return fmt.Errorf("%d indexes for %d functions", len(s.indexes), s.set.Len())
	}
	if err := checkTable(&s.items, hash, edits); err != nil {
		return fmt.Errorf("objects: %w", err)
	}
	taken := map[uint32]bool{}
	for slot := range s.items.all {
		taken[slot] = true
	}
	for i := range s.indexes {
		if err := checkTable(&s.indexes[i], hash, edits); err != nil {
			return fmt.Errorf("index %d: %w", i, err)
		}
		for at, p := range s.indexes[i].all {
			if err := checkPosting(p, taken, edits); err != nil {
				return fmt.Errorf("index %d, value %q: %w", i, s.indexes[i].key(at), err)
			}
		}
	}
	return nil
}

// checkTable wants trie and slots to hold the same keys, each once.
func checkTable[V any](t *table[V], hash hasher, edits uint64) error {
	if err := checkSlots(&t.slots, edits); err != nil {
		return err
	}
	cells, err := checkTrie(t.trie, 0, 0, edits)
	if err != nil {
		return err
	}
	if len(cells) != t.count {
		return fmt.Errorf("trie has %d cells, slots %d", len(cells), t.count)
	}
	for _, c := range cells {
		key := t.key(c.slot())
		if slot, exists := t.find(key, hash.tag(key)); !exists || slot != c.slot() || c.tag() != hash.tag(key) {
			return fmt.Errorf("key %q of slot %d is found at %d (%v)", key, c.slot(), slot, exists)
		}
	}
	return nil
}

func checkSlots[V any](s *slots[V], edits uint64) error {
	total := 0
	for i, shelf := range s.shelves {
		if shelf == nil {
			if i == len(s.shelves)-1 {
				return fmt.Errorf("last shelf is nil")
			}
			continue
		}
		n, _, err := checkFan(shelf, s.edit, edits, checkBook[V])
		if err != nil {
			return fmt.Errorf("shelf %d: %w", i, err)
		}
		total += n
	}
	if total != s.count {
		return fmt.Errorf("count is %d, taken are %d", s.count, total)
	}
	return nil
}

func checkBook[V any](b *book[V], parent, edits uint64) (int, bool, error) {
	return checkFan(b, parent, edits, checkPage[V])
}

func checkPage[V any](p *page[V], parent, edits uint64) (int, bool, error) {
	return checkFan(p, parent, edits, checkLeaf[V])
}

// checkFan wants masks that agree with the children, and no empty node. A node must
// not be younger than its parent: who copies a node has copied all above it.
func checkFan[T any](f *fan[T], parent, edits uint64, kid func(*T, uint64, uint64) (int, bool, error)) (int, bool, error) {
	if f.edit == 0 || f.edit > parent || f.edit > edits {
		return 0, false, fmt.Errorf("edit %d under %d, last is %d", f.edit, parent, edits)
	}
	total := 0
	for i := range f.kid {
		live, isFull := f.live>>i&1 == 1, f.full>>i&1 == 1
		if live != (f.kid[i] != nil) || isFull && !live {
			return 0, false, fmt.Errorf("kid %d: live %v, full %v, nil %v", i, live, isFull, f.kid[i] == nil)
		}
		if !live {
			continue
		}
		n, kidFull, err := kid(f.kid[i], f.edit, edits)
		if err != nil {
			return 0, false, fmt.Errorf("kid %d: %w", i, err)
		}
		if kidFull != isFull {
			return 0, false, fmt.Errorf("kid %d: full %v, marked %v", i, kidFull, isFull)
		}
		total += n
	}
	if total == 0 {
		return 0, false, fmt.Errorf("empty node")
	}
	return total, f.full == full, nil
}

func checkLeaf[V any](l *leaf[V], parent, edits uint64) (int, bool, error) {
	if l.edit == 0 || l.edit > parent || l.keys.edit > l.edit {
		return 0, false, fmt.Errorf("leaf of edit %d, keys of %d, under %d", l.edit, l.keys.edit, parent)
	}
	for i := range l.vals {
		var none V
		if l.used>>i&1 == 0 && (any(l.vals[i]) != any(none) || l.keys.at[i] != "") {
			return 0, false, fmt.Errorf("free slot %d still holds %q", i, l.keys.at[i])
		}
	}
	return bits.OnesCount32(l.used), l.used == full, nil
}
