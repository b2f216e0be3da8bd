package mvcc

import (
	"errors"
	"fmt"
	"math/bits"
)

// checkStore walks over a store that nobody writes to at the moment, and holds every
// invariant that the code relies on against it.
func checkStore(s *Store) error {
	g := s.generation.Load()
	err := errors.Join(checkSlots(g), checkPending(g), checkLog(g), checkIndexes(g), checkSize(g))
	if err != nil {
		return fmt.Errorf("invariants: %w", err)
	}
	return nil
}

// checkSlots: the slots of each chunk are fresh, dead or in use, and the table leads to
// exactly those in use.
func checkSlots(g *generation) error {
	chunks := *g.directory.Load()
	if len(g.links.chunks) != len(g.space.chunks) || len(g.space.chunks) > len(chunks) {
		return fmt.Errorf("%d chunks in use, %d with links, %d in the directory", len(g.space.chunks), len(g.links.chunks), len(chunks))
	}
	hashes, keys, dead := map[uint32]uint32{}, map[string]uint32{}, 0
	for i := range chunks {
		c := chunks[i].Load()
		if (c != nil) != (i < len(g.space.chunks)) {
			return fmt.Errorf("chunk %d of %d: %v", i, len(g.space.chunks), c)
		}
		if c == nil {
			continue
		}
		u := g.space.chunks[i]
		dead += bits.OnesCount64(u.dead)
		if err := checkUsage(g, uint32(i), c, u); err != nil {
			return fmt.Errorf("chunk %d: %w", i, err)
		}
		for offset := range c.entries {
			if (u.fresh|u.dead)&(1<<offset) != 0 {
				continue
			}
			slot, key := uint32(i)<<offsetBits|uint32(offset), c.entries[offset].key
			if other, twice := keys[key]; twice {
				return fmt.Errorf("key %q is in the slots %d and %d", key, other, slot)
			}
			keys[key], hashes[slot] = slot, g.hash(key)
			if found, ok := g.lookup(g.hash(key), key); !ok || found != slot {
				return fmt.Errorf("key %q is in slot %d, but found in %d, %v", key, slot, found, ok)
			}
		}
	}
	if live := int(g.live.Load()); live != len(keys) || dead != g.space.dead {
		return fmt.Errorf("live is %d of %d, dead %d of %d", live, len(keys), g.space.dead, dead)
	}
	if err := checkTable(&g.slots, hashes); err != nil {
		return fmt.Errorf("slots: %w", err)
	}
	return checkReuse(g)
}

func checkUsage(g *generation, number uint32, c *chunk, u usage) error {
	if u.fresh&u.dead != 0 || (u.fresh|u.dead)&^allSlots != 0 {
		return fmt.Errorf("fresh %x, dead %x", u.fresh, u.dead)
	}
	if u.fresh != 0 && number != g.space.open {
		return fmt.Errorf("it has fresh slots but is not open")
	}
	commit := g.commit.Load()
	if c.birth > commit {
		return fmt.Errorf("born at %d, after the commit %d", c.birth, commit)
	}
	for offset := range c.entries {
		bit := uint64(1) << offset
		w, seq := c.load(offset)
		switch {
		case seq > commit:
			return fmt.Errorf("slot %d was written at %d, after the commit %d", offset, seq, commit)
		case w.exists() != ((u.fresh|u.dead)&bit == 0):
			return fmt.Errorf("slot %d has an object: %v, fresh %v, dead %v", offset, w.exists(), u.fresh&bit != 0, u.dead&bit != 0)
		case u.fresh&bit != 0 && (seq != c.birth || c.entries[offset].key != ""):
			return fmt.Errorf("fresh slot %d has sequence %d of birth %d and key %q", offset, seq, c.birth, c.entries[offset].key)
		}
	}
	return nil
}

// checkReuse: a chunk waits for its reuse, once, if enough of its slots are dead.
func checkReuse(g *generation) error {
	waits := map[uint32]int{}
	for _, number := range g.space.reuse {
		waits[number]++
	}
	for i, u := range g.space.chunks {
		want := 0
		if bits.OnesCount64(u.dead) >= worthReuse {
			want = 1
		}
		if waits[uint32(i)] != want {
			return fmt.Errorf("chunk %d with %d dead waits %d times", i, bits.OnesCount64(u.dead), waits[uint32(i)])
		}
	}
	return nil
}

// checkTable: one cell for each id, which probing finds; counts are right; dead cells
// stand only where they keep a way open; some cell is empty, or a search would not end.
func checkTable(t *table, hashes map[uint32]uint32) error {
	cells := *t.cells.Load()
	live, used := 0, 0
	for i := range cells {
		cell := cells[i].Load()
		if cell == emptyCell {
			continue
		}
		used++
		if uint32(cell) == 0 {
			if cell != deadCell || cells[(i+1)%len(cells)].Load() == emptyCell {
				return fmt.Errorf("dead cell %d is %x, the next one %x", i, cell, cells[(i+1)%len(cells)].Load())
			}
			continue
		}
		live++
		if hash, ok := hashes[uint32(cell)-1]; !ok || hash != uint32(cell>>32) {
			return fmt.Errorf("cell %x, want hash %x, %v", cell, hash, ok)
		}
	}
	if live != len(hashes) || live != t.live || used != t.used || used == len(cells) {
		return fmt.Errorf("%d ids, %d live of %d cells in use; counted %d and %d", len(hashes), t.live, t.used, live, used)
	}
	for id, hash := range hashes {
		if n := timesFound(t, hash, id); n != 1 {
			return fmt.Errorf("id %d is found %d times", id, n)
		}
	}
	return nil
}

func timesFound(t *table, hash, id uint32) (n int) {
	for p := t.probe(hash); ; {
		found, ok := p.next()
		if !ok {
			return n
		}
		if found == id {
			n++
		}
	}
}

func checkPending(g *generation) error {
	if len(g.pending.slots)+len(g.pending.postings) > 0 || g.journal.ahead != 0 || g.journal.off {
		return fmt.Errorf("left over: %v, ahead %d, off %v", g.pending, g.journal.ahead, g.journal.off)
	}
	return nil
}

// checkSize: what is empty for the most part is copied.
func checkSize(g *generation) error {
	if g.sparse() {
		return fmt.Errorf("%d objects in %d chunks", g.live.Load(), len(g.space.chunks))
	}
	return nil
}
