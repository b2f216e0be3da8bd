package mvcc

import (
	"fmt"
	"slices"
	"sync/atomic"

	"informerbench/stores/internal/indexing"
)

// checkIndexes: links and postings say the same, and both what the functions say.
func checkIndexes(g *generation) error {
	is := g.indexes.Load()
	if g.links.stride != is.set.Len() || len(is.list) != is.set.Len() {
		return fmt.Errorf("%d functions, %d indexes, %d links", is.set.Len(), len(is.list), g.links.stride)
	}
	for i, ix := range is.list {
		if ix.position != uint32(i) {
			return fmt.Errorf("index %d says it is %d", i, ix.position)
		}
		err := checkPostings(g, ix)
		if err == nil {
			err = checkIDs(g, ix)
		}
		if err == nil {
			err = checkLinks(g, ix, is.set)
		}
		if err != nil {
			return fmt.Errorf("index %s: %w", is.set.Name(i), err)
		}
	}
	return checkSeveral(g)
}

// checkPostings: none is empty; the cells are dense, the rest is zero, and each slot
// in them links back.
func checkPostings(g *generation, ix *index) error {
	list, commit := *ix.byID.Load(), g.commit.Load()
	for id := range list {
		p := list[id].Load()
		if p == nil {
			continue
		}
		if p.id != uint32(id) || p.live == 0 || p.last.Load() > commit || p.birth > p.last.Load() {
			return fmt.Errorf("posting %q has id %d of %d, %d slots, born %d, last %d of %d", p.value, p.id, id, p.live, p.birth, p.last.Load(), commit)
		}
		if ix.find(g.hash(p.value), p.value) != p {
			return fmt.Errorf("posting %q is not found", p.value)
		}
		for place, cell := range p.block() {
			if (cell != 0) != (place < int(p.live)) {
				return fmt.Errorf("posting %q with %d slots has %d in cell %d", p.value, p.live, cell, place)
			}
			if cell == 0 {
				continue
			}
			if links := g.links.all(cell-1, ix.position, nil); !slices.Contains(links, link{p.id, uint32(place)}) {
				return fmt.Errorf("posting %q has slot %d at %d, its links are %v", p.value, cell-1, place, links)
			}
		}
	}
	return nil
}

// checkIDs: each id below the next is in use or free, and the table leads to those in use.
func checkIDs(g *generation, ix *index) error {
	list := *ix.byID.Load()
	free, hashes := map[uint32]bool{}, map[uint32]uint32{}
	for _, id := range ix.free {
		if free[id] || id >= ix.nextID {
			return fmt.Errorf("id %d of %d is free twice, or was never used", id, ix.nextID)
		}
		free[id] = true
	}
	for id := range list {
		p := list[id].Load()
		if (p != nil) != (id < int(ix.nextID) && !free[uint32(id)]) {
			return fmt.Errorf("id %d of %d is %v, free %v", id, ix.nextID, p, free[uint32(id)])
		}
		if p != nil {
			hashes[uint32(id)] = g.hash(p.value)
		}
	}
	if err := checkTable(&ix.ids, hashes); err != nil {
		return fmt.Errorf("values: %w", err)
	}
	return nil
}

func checkLinks(g *generation, ix *index, set *indexing.Set) error {
	chunks := *g.directory.Load()
	for number := range g.space.chunks {
		c := chunks[number].Load()
		for offset := range c.entries {
			slot := uint32(number<<offsetBits | offset)
			var want []string
			if w, _ := c.load(offset); w.exists() && w.join() != nil { // as in client-go, a nil object is under no value
				values, err := set.Func(int(ix.position))(w.join())
				if err != nil {
					return err
				}
				want = slices.Sorted(slices.Values(indexing.Distinct(values)))
			}
			var got []string
			for _, l := range g.links.all(slot, ix.position, nil) {
				p := ix.posting(l.posting)
				if p == nil || l.place >= p.live || atomic.LoadUint32(&p.block()[l.place]) != slot+1 {
					return fmt.Errorf("slot %d links to place %d of posting %d, %v", slot, l.place, l.posting, p)
				}
				got = append(got, p.value)
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				return fmt.Errorf("slot %d is under %q, want %q", slot, got, want)
			}
		}
	}
	return nil
}

// checkSeveral: the map has exactly the slots that are marked, with two links or more.
func checkSeveral(g *generation) error {
	marked := 0
	for number := range g.links.chunks {
		for offset := range slotsPerChunk {
			slot := uint32(number<<offsetBits | offset)
			for i, l := range g.links.at(slot) {
				if l.posting != severalPostings {
					continue
				}
				marked++
				if n := len(g.links.several[place{slot, uint32(i)}]); n < 2 {
					return fmt.Errorf("slot %d has %d links under index %d, but is marked", slot, n, i)
				}
			}
		}
	}
	if marked != len(g.links.several) {
		return fmt.Errorf("%d slots with several links, %d are kept", marked, len(g.links.several))
	}
	return nil
}

// checkLog: the head has the record of the commit, which tells the resource version;
// the numbers of the segments follow each other up to the journal's.
func checkLog(g *generation) error {
	v, j := g.view(), &g.journal
	next := v.segment.next.Load()
	if v.commit < v.segment.base || next != nil && v.commit >= next.base || v.commit > j.number {
		return fmt.Errorf("commit %d of %d is not in the head, which begins at %d", v.commit, j.number, v.segment.base)
	}
	last := v.segment
	for ; next != nil; next = last.next.Load() {
		if n := next.base - last.base; n == 0 || n > uint64(len(last.records)) {
			return fmt.Errorf("a segment of %d records from %d on is followed by %d", len(last.records), last.base, next.base)
		}
		last = next
	}
	if last != j.segment || j.number != last.base+uint64(j.used)-1 {
		return fmt.Errorf("journal at %d with %d used of a segment from %d on", j.number, j.used, last.base)
	}
	if j.heavy || len(v.segment.records) > segmentRecords {
		return fmt.Errorf("the head keeps too much alive: %v, %d records", j.heavy, len(v.segment.records))
	}
	if _, r := v.segment.find(v.commit); r.kind() != objectWritten && r.kind() < versionStays {
		return fmt.Errorf("the record of the commit is of kind %d", r.kind())
	}
	return nil
}
