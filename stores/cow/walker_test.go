package cow

import (
	"fmt"
	"math/bits"
)

// check walks everything that a state can reach and returns the first violation of
// an invariant. edits is the number of the last edit.
func (s *state) check(edits uint64) error {
	if len(s.indexes) != s.set.Len() {
		return fmt.Errorf("%d indexes for %d functions", len(s.indexes), s.set.Len())
	}
	if err := checkTable(&s.items, s.hash, edits); err != nil {
		return fmt.Errorf("objects: %w", err)
	}
	taken := map[uint32]bool{}
	for slot := range s.items.all {
		taken[slot] = true
	}
	for i, x := range s.indexes {
		if err := checkTable(&x.table, s.hash, x.edit); err != nil || x.edit > edits {
			return fmt.Errorf("index %d of edit %d: %w", i, x.edit, err)
		}
		for at, p := range x.all {
			if err := checkPosting(p, taken, x.edit); err != nil {
				return fmt.Errorf("index %d, value %q: %w", i, x.key(at), err)
			}
		}
	}
	return nil
}

// checkTable wants bins and slots to hold the same keys, each once.
func checkTable[V any](t *table[V], hash hasher, edits uint64) error {
	if err := checkSlots(&t.slots, edits); err != nil {
		return err
	}
	cells, err := checkBins(t.bins, t.count, edits)
	if err != nil {
		return err
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
	held := 0
	total, err := checkTree(&s.tree, edits, func(_ uint32, l *leaf[V], parent uint64) (int, bool, error) {
		held++
		return checkLeaf(l, parent)
	})
	if err == nil && (total != s.count || held != s.held) {
		return fmt.Errorf("count is %d, taken are %d; %d leaves, held %d", s.count, total, s.held, held)
	}
	if err == nil && s.sparse() {
		return fmt.Errorf("%d entries in %d leaves were not packed", s.count, s.held)
	}
	return err
}

func checkLeaf[V any](l *leaf[V], parent uint64) (int, bool, error) {
	if l.edit == 0 || l.edit > parent || l.keys.edit > l.edit {
		return 0, false, fmt.Errorf("leaf of edit %d, keys of %d, under %d", l.edit, l.keys.edit, parent)
	}
	for i := range l.vals {
		var none V
		if l.used>>i&1 == 0 && any(l.vals[i]) != any(none) {
			return 0, false, fmt.Errorf("free slot %d still holds %v", i, l.vals[i])
		}
	}
	if l.used&^l.keys.filled != 0 {
		return 0, false, fmt.Errorf("slots %08b have keys in %08b", l.used, l.keys.filled)
	}
	return bits.OnesCount8(l.used), l.used == leafFull, nil
}

// checkBins wants as many bins as the cells want, and each cell in the right one.
func checkBins(b *bins, count int, edits uint64) (cells []cell, err error) {
	if b == nil {
		b = &bins{n: 1} // of an empty table
	} else if b.edit > edits || b.edit == 0 {
		return nil, fmt.Errorf("bins of edit %d", b.edit)
	}
	_, err = checkTree(&b.tree, b.edit, func(at uint32, r *rack, parent uint64) (int, bool, error) {
		if r.edit == 0 || r.edit > parent {
			return 0, false, fmt.Errorf("rack of edit %d under %d", r.edit, parent)
		}
		for i, bin := range r.at {
			number := at<<rackBits | uint32(i)
			if number >= b.n && bin != nil {
				return 0, false, fmt.Errorf("bin %d of %d", number, b.n)
			}
			for _, c := range bin {
				if binOf(c.tag(), b.n) != number {
					return 0, false, fmt.Errorf("tag %08x in bin %d of %d", c.tag(), number, b.n)
				}
			}
			cells = append(cells, bin...)
		}
		return 1, false, nil
	})
	if err == nil && (len(cells) != count || count > int(b.n)*binLoad) {
		return nil, fmt.Errorf("%d cells in %d bins, want %d", len(cells), b.n, count)
	}
	if err == nil && b.n > uint32(count/binSpare+2) {
		return nil, fmt.Errorf("%d bins for %d cells", b.n, count)
	}
	return cells, err
}

// checkPosting wants slots that exist, each once, in a set of the right kind.
func checkPosting(p posting, taken map[uint32]bool, edits uint64) error {
	seen := map[uint32]bool{}
	for slots := range p.all {
		for _, slot := range slots {
			if !taken[slot] || seen[slot] || !p.has(slot) {
				return fmt.Errorf("slot %d is free, or twice in the posting, or not found", slot)
			}
			seen[slot] = true
		}
	}
	if p.many == nil {
		return nil
	}
	if p.many.count < 2 || p.one != 0 {
		return fmt.Errorf("set of %d beside slot %d", p.many.count, p.one)
	}
	return checkSet(p.many, setTop, edits)
}

func checkSet(s *set, shift int, parent uint64) error {
	if s.edit == 0 || s.edit > parent || s.count == 0 {
		return fmt.Errorf("set of %d, edit %d under %d", s.count, s.edit, parent)
	}
	if s.kids == nil {
		if int(s.count) != len(s.slots) || s.count > setMax {
			return fmt.Errorf("array counts %d, has %d", s.count, len(s.slots))
		}
		return nil
	}
	total := uint32(0)
	for i, kid := range s.kids {
		if kid == nil {
			continue
		}
		total += kid.count
		for _, slot := range kid.appendSlots(nil) {
			if fork(slot, shift) != uint32(i) {
				return fmt.Errorf("slot %d at place %d, shift %d", slot, i, shift)
			}
		}
		if err := checkSet(kid, shift-setBits, s.edit); err != nil {
			return err
		}
	}
	if total != s.count || total <= setMerge || s.slots != nil {
		return fmt.Errorf("split set counts %d, has %d", s.count, total)
	}
	return nil
}
