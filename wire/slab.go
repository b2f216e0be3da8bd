package wire

import (
	"sync"
	"sync/atomic"
)

// slabSize is what is read at once at most. It is what an idle watch holds, and small
// beside what is in flight on a busy one; larger reads were not measurably cheaper.
const slabSize = 32 << 10

// slab is a piece of memory that is read into, and that frames are cut from.
//
// refs counts who needs the bytes: the reader while it reads into it, and each frame.
// Every holder's reads of the bytes come before its decrement, and whoever brings the
// count to zero puts the slab into the pool; so the next user's writes come after all of
// them. A holder that forgets to release costs a reuse, nothing else.
type slab struct {
	b    []byte
	refs atomic.Int32
}

var slabs = sync.Pool{New: func() any { return &slab{b: make([]byte, slabSize)} }}

// newSlab returns a slab of at least size bytes, held once.
func newSlab(size int) *slab {
	s := &slab{}
	if size <= slabSize {
		s = slabs.Get().(*slab)
	} else {
		s.b = make([]byte, size)
	}
	s.refs.Store(1)
	return s
}

// release gives n holds back. Slabs of an odd size are left to the garbage collector:
// a large object now and then must not stay for good.
func (s *slab) release(n int32) {
	if s.refs.Add(-n) == 0 && len(s.b) == slabSize {
		slabs.Put(s)
	}
}

// frame is one encoded event or item. It holds its slab.
type frame struct {
	data []byte
	slab *slab
}

// frameCost is charged for a frame besides its bytes: what it takes to keep track of
// it, so that a flood of tiny frames is bounded too.
const frameCost = 64

func (f *frame) cost() int { return len(f.data) + frameCost }

// releaseAll gives back what the frames hold, with one atomic operation for all
// neighbours in a slab.
func releaseAll(frames []frame) {
	for i := 0; i < len(frames); {
		j := i + 1
		for j < len(frames) && frames[j].slab == frames[i].slab {
			j++
		}
		frames[i].slab.release(int32(j - i))
		i = j
	}
}
