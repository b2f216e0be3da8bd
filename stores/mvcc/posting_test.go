package mvcc

import (
	"fmt"
	"slices"
	"testing"
)

// reference is a posting as it must be: what stands where.
func checkCells(p *posting, want []uint32) error {
	block := p.block()
	if int(p.live) != len(want) || len(block) < len(want) {
		return fmt.Errorf("%d live in a block of %d, want %d", p.live, len(block), len(want))
	}
	for i, cell := range block {
		if i < len(want) && cell != want[i]+1 || i >= len(want) && cell != 0 {
			return fmt.Errorf("cell %d is %d, want %v", i, cell, want)
		}
	}
	if len(want) > 0 && p.lastSlot() != want[len(want)-1] {
		return fmt.Errorf("last slot %d, want %v", p.lastSlot(), want)
	}
	return nil
}

func TestPostingAddsAndCuts(t *testing.T) {
	for seed := range uint64(20) {
		c := fromSeed(seed)
		p, want := newPosting("v", 0), []uint32{}
		for number := uint64(1); number < 500; number++ {
			// Rising for the first half, falling for the second.
			if len(want) == 0 || (c.choose(4) > 0) == (number < 250) {
				slot := uint32(number)
				if place := p.add(slot, number); int(place) != len(want) {
					t.Fatalf("seed %d: place %d of %d", seed, place, len(want))
				}
				want = append(want, slot)
			} else {
				place := c.choose(len(want))
				p.cut(uint32(place), number)
				want[place] = want[len(want)-1]
				want = want[:len(want)-1]
			}
			if err := checkCells(p, want); err != nil {
				t.Fatalf("seed %d, number %d: %v", seed, number, err)
			}
			if p.last.Load() != number {
				t.Fatalf("last is %d, want %d", p.last.Load(), number)
			}
			if n := len(p.block()); n > smallBlock && n > 8*len(want)+smallBlock {
				t.Fatalf("seed %d: a block of %d for %d slots", seed, n, len(want))
			}
		}
	}
}

// A reader who holds the array from before a resize has what was in it.
func TestPostingBlockFromBeforeStays(t *testing.T) {
	p := newPosting("v", 0)
	for slot := range uint32(3) {
		p.add(slot, 1)
	}
	for len(p.block()) > int(p.live) {
		p.add(p.live, 1)
	}
	before, n := p.block(), p.live
	copied := slices.Clone(before)
	p.add(n, 2) // moves
	p.cut(0, 3)
	p.cut(1, 4)
	if !slices.Equal(before, copied) {
		t.Errorf("the array of before is %v, was %v", before, copied)
	}
}

// What is copied is complete before it is published: a reader sees every slot that
// stands still, at each moment of growing and shrinking.
func TestPostingKeepsStandingSlotsVisible(t *testing.T) {
	p := newPosting("v", 0)
	for slot := range uint32(4) {
		p.add(slot, 1)
	}
	missed := besideWriter(rounds(3000), func(round int) {
		for slot := uint32(100); slot < 140; slot++ {
			p.add(slot, 1)
		}
		for p.live > 4 {
			p.cut(p.live-1, 1)
		}
	}, func() bool {
		v := view{commit: 1}
		return slices.Equal(v.members(p, nil)[:4], []uint32{0, 1, 2, 3})
	})
	if missed {
		t.Error("a reader missed a slot that was there")
	}
}
