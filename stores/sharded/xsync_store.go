package sharded

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"

	"github.com/puzpuzpuz/xsync/v3"
	"k8s.io/client-go/tools/cache"
)

var _ stores.Store = (*XsyncStore)(nil)

// XsyncStore is a concurrent map of objects and one for each index. Use [NewXsync].
type XsyncStore struct {
	seed maphash.Seed

	// locks[i] is held by writers of the keys of stripe i, so that two writes of
	// one key do not mix their steps, which are in several maps. Readers take none.
	// Whoever needs several takes them in ascending order. Only the writing half is
	// used.
	locks []stripe

	// current is loaded once by each read, and by each write under its lock. It is
	// stored only under structure.
	current atomic.Pointer[xsyncGeneration]

	// structure is held by Replace and AddIndexers, as in [Store].
	structure sync.Mutex
}

// xsyncGeneration is the content between two calls of Replace or AddIndexers.
//
// The maps start small although Replace knows the size: xsync never shrinks a map
// below the size it was asked for, and a store that was large once would stay
// large.
type xsyncGeneration struct {
	set     *indexing.Set
	items   *xsync.MapOf[string, *record]
	indexes []*xsyncIndex
	version *resourceVersion
}

// record is an object with its values under each index, distinct, by position in
// the set. It never changes. Readers of an index compare them with what they
// search; a writer need not ask the index functions about the old object.
type record struct {
	obj    any
	values [][]string
}

// NewXsync returns an empty store with the given indexes, which it copies.
func NewXsync(indexers cache.Indexers) stores.Store {
	s := &XsyncStore{seed: maphash.MakeSeed(), locks: make([]stripe, stripeCount())}
	s.current.Store(newXsyncGeneration(indexing.NewSet(indexers)))
	return s
}

// XsyncGuarantees lists what the store of [NewXsync] guarantees, in the fixed
// words.
func XsyncGuarantees() []stores.Guarantee { return []stores.Guarantee{stores.LinearizablePoints} }

func newXsyncGeneration(set *indexing.Set) *xsyncGeneration {
	return &xsyncGeneration{
		set:     set,
		items:   xsync.NewMapOf[string, *record](),
		indexes: newXsyncIndexes(set.Len()),
		version: &resourceVersion{},
	}
}

func newXsyncIndexes(n int) []*xsyncIndex {
	indexes := make([]*xsyncIndex, n)
	for i := range indexes {
		indexes[i] = &xsyncIndex{xsync.NewMapOf[string, keys]()}
	}
	return indexes
}

func (s *XsyncStore) stripeOf(key string) int {
	return int(maphash.String(s.seed, key) % uint64(len(s.locks)))
}
