package mvcc

import (
	"sync/atomic"

	"informerbench/stores/internal/indexing"

	"k8s.io/client-go/tools/cache"
)

// scratch is the space in which a transaction stages its index values.
type scratch struct{ staged staged }

// scratchOf keeps one scratch for the next transaction. Two that overlap do not share it.
type scratchOf struct{ idle atomic.Pointer[scratch] }

func (o *scratchOf) take() *scratch {
	if s := o.idle.Swap(nil); s != nil {
		return s
	}
	return &scratch{}
}

func (o *scratchOf) give(s *scratch) {
	s.staged.reset()
	o.idle.Store(s)
}

// stage calls all index functions of a transaction, in its order.
func (s *scratch) stage(set *indexing.Set, entries []cache.ThreadSafeStoreTransaction) {
	s.staged = s.staged.empty()
	for i := range entries {
		if entry := &entries[i]; isPut(entry) {
			s.staged = s.staged.with(set, entry.Key, entry.Object)
		}
	}
}
