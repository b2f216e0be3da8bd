package packed

import "sync"

// scratch is a buffer for the bytes of one object.
type scratch struct{ bytes []byte }

// scratches are a pool, so that many readers need not wait for each other's buffers, and an
// idle store keeps none.
var scratches = sync.Pool{New: func() any { return &scratch{bytes: make([]byte, 0, 16<<10)} }}

func takeScratch() *scratch { return scratches.Get().(*scratch) }

// scratchKeep is the largest buffer that is used again. Few objects are larger.
const scratchKeep = 1 << 20

func (s *scratch) give() {
	if cap(s.bytes) <= scratchKeep {
		scratches.Put(s)
	}
}
