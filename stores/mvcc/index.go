package mvcc

import (
	"sync/atomic"

	"informerbench/stores/internal/indexing"
)

// index is the postings of one index function.
type index struct {
	position uint32 // in the set of index functions
	ids      table  // from the hash of a value to the id of its posting
	// byID is the postings by id, nil where there is none. It is replaced by a larger one
	// when full; a reader with the smaller misses only postings that came after him.
	byID atomic.Pointer[[]atomic.Pointer[posting]]
	// lastGone is the number of the newest record of a posting that was taken out. It is
	// stored before the posting disappears, so a reader that does not find a
	// posting, and then finds lastGone no newer than its snapshot, knows that there was none.
	lastGone atomic.Uint64

	// The writer's:
	nextID uint32
	free   []uint32 // ids below nextID that may be used again
	// recent is the posting that a slot has joined last, nil if it has gone. In a list in the
	// order of keys the next object is often under the same values.
	recent *posting
}

// indexes is what a generation indexes by. It never changes; AddIndexers publishes a
// longer one.
type indexes struct {
	set  *indexing.Set
	list []*index
}

const firstPostings = 8

func newIndex(position int) *index {
	ix := &index{position: uint32(position)}
	ix.ids.init(0)
	list := make([]atomic.Pointer[posting], firstPostings)
	ix.byID.Store(&list)
	return ix
}

func newIndexes(set *indexing.Set) *indexes {
	is := &indexes{set: set}
	for i := range set.Len() {
		is.list = append(is.list, newIndex(i))
	}
	return is
}

// posting returns the posting of an id, nil if it has gone.
func (ix *index) posting(id uint32) *posting {
	list := *ix.byID.Load()
	if int(id) >= len(list) {
		return nil
	}
	return list[id].Load()
}

// find returns the posting of a value at present, nil if there is none.
func (ix *index) find(hash uint32, value string) *posting {
	for p := ix.ids.probe(hash); ; {
		id, ok := p.next()
		if !ok {
			return nil
		}
		if found := ix.posting(id); found != nil && found.value == value {
			return found
		}
	}
}

// create adds an empty posting. A reader may find it before it has a slot: its birth,
// which is set by then, is newer than any snapshot.
func (ix *index) create(hash uint32, value string, birth uint64) *posting {
	p := newPosting(value, ix.takeID())
	p.birth = birth
	list := *ix.byID.Load()
	if int(p.id) == len(list) {
		list = ix.lengthen(list)
	}
	list[p.id].Store(p)
	ix.ids.insert(hash, p.id) // after the posting is in the list, for a reader goes from here to there
	return p
}

func (ix *index) takeID() uint32 {
	if last := len(ix.free) - 1; last >= 0 {
		id := ix.free[last]
		ix.free = ix.free[:last]
		return id
	}
	ix.nextID++
	return ix.nextID - 1
}

func (ix *index) lengthen(list []atomic.Pointer[posting]) []atomic.Pointer[posting] {
	longer := make([]atomic.Pointer[posting], len(list)+len(list)/2)
	for i := range list {
		longer[i].Store(list[i].Load())
	}
	ix.byID.Store(&longer)
	return longer
}

// drop takes an empty posting out, after record number has been written.
func (ix *index) drop(p *posting, hash uint32, number uint64) {
	ix.lastGone.Store(number) // before the posting disappears, see lastGone
	ix.ids.remove(hash, p.id)
	list := *ix.byID.Load()
	list[p.id].Store(nil)
	ix.free = append(ix.free, p.id)
	if ix.recent == p {
		ix.recent = nil // what has gone must not be joined again
	}
}
