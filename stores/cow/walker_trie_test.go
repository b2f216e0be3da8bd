package cow

import "fmt"

// checkTrie returns all cells below a node whose tags begin with the `depth` bits
// of prefix, after it has checked that they do.
func checkTrie(n node, prefix uint32, depth uint, edits uint64) ([]cell, error) {
	switch n := n.(type) {
	case nil:
		return nil, nil
	case *branch:
		return checkBranch(n, prefix, depth, edits)
	case *bin:
		if n.bits != nibble {
			return nil, fmt.Errorf("bin of %d bits covers a whole place", n.bits)
		}
		return checkBin(n, prefix, depth, edits)
	case *pile:
		if depth != 32 || len(n.cells) <= binMerge || n.edit > edits {
			return nil, fmt.Errorf("pile of %d at depth %d, edit %d", len(n.cells), depth, n.edit)
		}
		return n.cells, checkPrefix(n.cells, prefix, depth)
	default:
		return nil, fmt.Errorf("unknown node %T", n)
	}
}

func checkBranch(b *branch, prefix uint32, depth uint, edits uint64) (cells []cell, err error) {
	if b.edit == 0 || b.edit > edits {
		return nil, fmt.Errorf("branch of edit %d, last is %d", b.edit, edits)
	}
	for i := uint32(0); i < 1<<nibble; {
		var below []cell
		width := uint32(1)
		if kid, isBin := b.kid[i].(*bin); isBin {
			width = 1 << nibble >> kid.bits
			if err := checkCover(b, i, kid, width); err != nil {
				return nil, err
			}
			below, err = checkBin(kid, prefix|i<<(32-nibble-depth), depth+uint(kid.bits), edits)
		} else if b.kid[i] == nil {
			err = fmt.Errorf("place %d at depth %d is nil", i, depth)
		} else {
			below, err = checkTrie(b.kid[i], prefix|i<<(32-nibble-depth), depth+nibble, edits)
		}
		if err != nil {
			return nil, err
		}
		cells = append(cells, below...)
		i += width
	}
	return cells, nil
}

// checkCover wants a bin at all the places it covers and no others, and its other
// half not so empty that the two should be one.
func checkCover(b *branch, i uint32, kid *bin, width uint32) error {
	if kid.bits == 0 || kid.bits > nibble || i%width != 0 {
		return fmt.Errorf("bin of %d bits at place %d", kid.bits, i)
	}
	for j := range b.kid {
		inside := uint32(j) >= i && uint32(j) < i+width
		if (b.kid[j] == node(kid)) != inside {
			return fmt.Errorf("bin at %d+%d hangs at %d: %v", i, width, j, !inside)
		}
	}
	other, isBin := b.kid[i^width].(*bin)
	if isBin && other.bits == kid.bits && kid.count+other.count <= binMerge {
		return fmt.Errorf("bins of %d and %d are not merged", kid.count, other.count)
	}
	return nil
}

func checkBin(b *bin, prefix uint32, depth uint, edits uint64) ([]cell, error) {
	cells := b.appendCells(nil)
	if b.edit == 0 || b.edit > edits || len(cells) != int(b.count) || b.count > binMax {
		return nil, fmt.Errorf("bin of edit %d (last %d) counts %d, has %d", b.edit, edits, b.count, len(cells))
	}
	return cells, checkPrefix(cells, prefix, depth)
}

func checkPrefix(cells []cell, prefix uint32, depth uint) error {
	for _, c := range cells {
		if depth > 0 && (c.tag()^prefix)>>(32-depth) != 0 {
			return fmt.Errorf("tag %08x below prefix %08x/%d", c.tag(), prefix, depth)
		}
	}
	return nil
}

// checkPosting wants slots that exist, each once, in a set of the right kind.
func checkPosting(p posting, taken map[uint32]bool, edits uint64) error {
	seen := map[uint32]bool{}
	for _, slot := range p.appendSlots(nil) {
		if !taken[slot] || seen[slot] || !p.has(slot) {
			return fmt.Errorf("slot %d is free, or twice in the posting, or not found", slot)
		}
		seen[slot] = true
	}
	if p.many == nil {
		return nil
	}
	if p.many.count < 2 || p.one != 0 {
		return fmt.Errorf("set of %d beside slot %d", p.many.count, p.one)
	}
	return checkSet(p.many, topNibble, edits)
}

func checkSet(s *set, shift int, parent uint64) error {
	if s.edit == 0 || s.edit > parent || s.count == 0 {
		return fmt.Errorf("set of %d, edit %d under %d", s.count, s.edit, parent)
	}
	if s.kids == nil {
		if s.count != len(s.slots) || s.count > setMax {
			return fmt.Errorf("array counts %d, has %d", s.count, len(s.slots))
		}
		return nil
	}
	total := 0
	for i, kid := range s.kids {
		if kid == nil {
			continue
		}
		total += kid.count
		for _, slot := range kid.appendSlots(nil) {
			if place(mix(slot), shift) != uint32(i) {
				return fmt.Errorf("slot %d at place %d, shift %d", slot, i, shift)
			}
		}
		if err := checkSet(kid, shift-nibble, s.edit); err != nil {
			return err
		}
	}
	if total != s.count || total <= setMerge || s.slots != nil {
		return fmt.Errorf("split set counts %d, has %d", s.count, total)
	}
	return nil
}
