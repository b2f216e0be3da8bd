package cow

import "fmt"

// checker checks one node, of a parent of the given edit, and returns how much is
// taken below it and whether nothing is free.
type checker[T any] func(at uint32, node *T, parent uint64) (taken int, isFull bool, err error)

// checkTree wants one root, no higher than it must be.
func checkTree[X any](t *tree[X], edits uint64, leaf checker[X]) (total int, err error) {
	ofPage := checkFan(leaf)
	ofBook := checkFan(ofPage)
	ofShelf := checkFan(ofBook)
	switch {
	case len(t.shelves) > 0:
		if t.book != nil || t.page != nil || t.edit > edits || t.shelves[len(t.shelves)-1] == nil {
			return 0, fmt.Errorf("shelves of edit %d beside lower roots, or the last is nil", t.edit)
		}
		if len(t.shelves) == 1 && t.shelves[0].live == 1 {
			return 0, fmt.Errorf("one shelf with one book")
		}
		for i, shelf := range t.shelves {
			if shelf == nil {
				continue
			}
			n, _, err := ofShelf(uint32(i), shelf, t.edit)
			if err != nil {
				return 0, fmt.Errorf("shelf %d: %w", i, err)
			}
			total += n
		}
		return total, nil
	case t.book != nil:
		if t.page != nil || t.book.live == 1 {
			return 0, fmt.Errorf("book of one page, or beside a page")
		}
		total, _, err = ofBook(0, t.book, edits)
	case t.page != nil:
		total, _, err = ofPage(0, t.page, edits)
	}
	return total, err
}

// checkFan wants masks that agree with the children, and no empty node. A node must
// not be younger than its parent: who copies a node has copied all above it.
func checkFan[T any](kid checker[T]) checker[fan[T]] {
	return func(at uint32, f *fan[T], parent uint64) (int, bool, error) {
		if f.edit == 0 || f.edit > parent {
			return 0, false, fmt.Errorf("edit %d under %d", f.edit, parent)
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
			n, kidFull, err := kid(at<<fanBits|uint32(i), f.kid[i], f.edit)
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
		return total, f.full == fanFull, nil
	}
}
