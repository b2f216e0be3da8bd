package cow

import "slices"

// tree is a persistent array of pointers to leaves of one kind. It is as high as it
// must be: up to 16 leaves hang on a page, up to 256 on a book of pages, more on
// shelves of books, 4,096 leaves on each. Exactly one of the three roots is there,
// or none in an empty tree.
//
// A node whose edit is not the running one may be seen by readers and is never
// changed again; own copies it first. A node of the running edit was made by it,
// nobody else can reach it yet, so it is changed in place. Edit numbers are never
// used twice, so publishing needs no pass that freezes the nodes.
type tree[X any] struct {
	page    *page[X]
	book    *book[X]
	shelves []*shelf[X] // no nil at the end
	edit    uint64      // of the array of shelves
}

type (
	page[X any]  = fan[X]
	book[X any]  = fan[page[X]]
	shelf[X any] = fan[book[X]]
)

// at returns leaf i, which exists.
func (t *tree[X]) at(i uint32) *X {
	switch {
	case len(t.shelves) > 0:
		book := t.shelves[i>>(3*fanBits)].kid[i>>(2*fanBits)&fanMask]
		return book.kid[i>>fanBits&fanMask].kid[i&fanMask]
	case t.book != nil:
		return t.book.kid[i>>fanBits&fanMask].kid[i&fanMask]
	default:
		return t.page.kid[i&fanMask]
	}
}

// place returns where leaf i hangs or shall hang, for writing. The nodes above it
// are the edit's then; the leaf is as it was.
func (t *tree[X]) place(i uint32, edit uint64) **X {
	t.grow(i, edit)
	switch {
	case len(t.shelves) > 0:
		t.ownShelves(edit)
		shelf := own(&t.shelves[i>>(3*fanBits)], edit)
		book := own(&shelf.kid[i>>(2*fanBits)&fanMask], edit)
		return &own(&book.kid[i>>fanBits&fanMask], edit).kid[i&fanMask]
	case t.book != nil:
		book := own(&t.book, edit)
		return &own(&book.kid[i>>fanBits&fanMask], edit).kid[i&fanMask]
	default:
		return &own(&t.page, edit).kid[i&fanMask]
	}
}

// grow puts higher roots on top until leaf i has a place.
func (t *tree[X]) grow(i uint32, edit uint64) {
	if i >= fanWidth && t.book == nil && len(t.shelves) == 0 {
		t.book, t.page = lift(t.page, edit), nil
	}
	if i >= fanWidth*fanWidth {
		if len(t.shelves) == 0 {
			t.shelves, t.edit, t.book = []*shelf[X]{lift(t.book, edit)}, edit, nil
		}
		for i>>(3*fanBits) >= uint32(len(t.shelves)) {
			t.ownShelves(edit)
			t.shelves = append(t.shelves, nil)
		}
	}
}

// lift returns a new node over an old root, if there is one.
func lift[T any](root *fan[T], edit uint64) *fan[fan[T]] {
	above := &fan[fan[T]]{edit: edit}
	if root != nil {
		above.kid[0] = root
		above.mark(0, true, root.full == fanFull)
	}
	return above
}

func (t *tree[X]) ownShelves(edit uint64) {
	if t.edit != edit {
		t.shelves, t.edit = slices.Clone(t.shelves), edit
	}
}

// mark notes the state of leaf i all the way up, after place has made that way the
// edit's. A leaf that is not live goes, and with it every node left empty.
func (t *tree[X]) mark(i uint32, live, full bool) {
	low, middle, high := i&fanMask, i>>fanBits&fanMask, i>>(2*fanBits)&fanMask
	switch {
	case len(t.shelves) > 0:
		shelf := t.shelves[i>>(3*fanBits)]
		book := shelf.kid[high]
		page := book.kid[middle]
		page.mark(low, live, full)
		book.mark(middle, page.live != 0, page.full == fanFull)
		shelf.mark(high, book.live != 0, book.full == fanFull)
	case t.book != nil:
		page := t.book.kid[middle]
		page.mark(low, live, full)
		t.book.mark(middle, page.live != 0, page.full == fanFull)
	default:
		t.page.mark(low, live, full)
	}
	if !live {
		t.shrink(i)
	}
}

// shrink drops what the loss of leaf i has left empty at the top, and roots with
// nothing but a first child, so that a tree that has shrunk is as low as one that
// never grew.
func (t *tree[X]) shrink(i uint32) {
	if n := uint32(len(t.shelves)); n > 0 {
		if at := i >> (3 * fanBits); t.shelves[at].live == 0 {
			t.shelves[at] = nil
		}
		for n > 0 && t.shelves[n-1] == nil {
			n--
		}
		t.shelves = t.shelves[:n]
		if n == 0 {
			t.shelves = nil
		} else if n == 1 && t.shelves[0].live == 1 {
			t.book, t.shelves = t.shelves[0].kid[0], nil
		}
	}
	if t.book != nil && t.book.live <= 1 {
		t.page, t.book = t.book.kid[0], nil
	}
	if t.page != nil && t.page.live == 0 {
		t.page = nil
	}
}
