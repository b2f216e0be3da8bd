package mvcc

import (
	"math"
	"sync/atomic"
	"unsafe"
)

// kind is what a log record undoes.
type kind uint32

const (
	objectWritten kind = iota // the slot's object was written; data is the one before, nil if none
	objectRemoved             // the slot's object was deleted; data is the one before
	slotJoined                // the slot came into the posting; data is the posting
	slotLeft                  // the slot went out of the posting; data is the posting
	slotMoved                 // the slot changed its place within the posting; data is the posting
	postingGone               // the empty posting was taken out of the index whose position stands for the slot
	chunkRenewed              // the chunk whose number stands for the slot was replaced; data is the one before
	versionStays              // nothing was written; the resource version is that of the object in the slot
	versionSet                // the resource version was set; data is a *string
	versionTaken              // the resource version was set to that of an object; data is the object
)

const (
	kindShift = 28
	slotMask  = 1<<kindShift - 1
)

// record is one undo record. Records are numbered, and a commit is the number of its
// last record.
type record struct {
	// data is what the kind says. For an object it is its data word, whose type is the segment's.
	data unsafe.Pointer
	// back is how many numbers before this record the last one about the same slot,
	// posting or index was; longAgo if that does not fit.
	back uint32
	what uint32 // kind and slot
}

// longAgo stands for a distance of 2³² records or more. Who meets it takes it for older
// than his snapshot: a reader would have to hold 64 GB of log to be wrong.
const longAgo = math.MaxUint32

func (r *record) kind() kind   { return kind(r.what >> kindShift) }
func (r *record) slot() uint32 { return r.what & slotMask }

// before is the number of the last record about the same thing before this one,
// whose number is given; 0 if there is none.
func (r *record) before(number uint64) uint64 {
	if r.back == longAgo {
		return 0
	}
	return number - uint64(r.back)
}

// segment is a stretch of the log. Segments are linked forwards only: a reader keeps
// those that come after its snapshot alive, and nothing keeps those before.
type segment struct {
	base uint64 // number of records[0]
	// next is published after next.base is set and before any of its records is
	// referred to from a slot, a posting or a commit.
	next atomic.Pointer[segment]
	// typ is the type word of all objects in the segment, unless types has one for
	// each. Both are fixed when the segment is made, for readers do not lock.
	typ     unsafe.Pointer
	types   []unsafe.Pointer
	records []record
}

// segmentRecords makes a small segment 1,024 bytes, a size class of Go's allocator. It is
// also how many replaced objects an idle store may keep.
const segmentRecords = 59

type smallSegment struct {
	segment
	array [segmentRecords]record
}

func newSegment(base uint64, size int, typ unsafe.Pointer, mixed bool) *segment {
	var s *segment
	if size <= segmentRecords {
		small := &smallSegment{}
		s = &small.segment
		s.records = small.array[:]
	} else {
		s = &segment{records: make([]record, size)}
	}
	s.base, s.typ = base, typ
	if mixed {
		s.types = make([]unsafe.Pointer, len(s.records))
	}
	return s
}

// find returns the record of that number, which must not come before s.
func (s *segment) find(number uint64) (*segment, *record) {
	for {
		next := s.next.Load()
		if next == nil || number < next.base {
			return s, &s.records[number-s.base]
		}
		s = next
	}
}

// object returns the words of the object in a record of the segment.
func (s *segment) object(r *record, number uint64) words {
	switch {
	case r.data == nil:
		return missing
	case s.types != nil:
		return words{s.types[number-s.base], r.data}
	default:
		return words{s.typ, r.data}
	}
}
