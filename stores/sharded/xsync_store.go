package sharded

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"github.com/puzpuzpuz/xsync/v3"
	"k8s.io/client-go/tools/cache"
)

var _ stores.Extended = (*XsyncStore)(nil)

// XsyncStore is a concurrent map of entries, and one of postings for each index. Use
// [NewXsync].
type XsyncStore struct {
	// stripes[i] is held by writers of the keys of stripe i, so that two writes of
	// one key do not mix their steps. Reads of objects take none. Whoever needs
	// several takes them in ascending order.
	stripes []stripe

	// current is loaded once by each read, and by each write under its lock. It is
	// stored under all locks.
	current atomic.Pointer[generation]

	// structure is held by Replace and AddIndexers, as in [Store].
	structure sync.Mutex

	clock   clock
	waiters version.Waiters
	yield   stores.Yield
}

const stripeSize = unsafe.Sizeof(stripe{})

// stripe is a lock in cache lines of its own.
type stripe struct {
	stamped
	_ [(cacheLine - unsafe.Sizeof(stamped{})%cacheLine) % cacheLine]byte
}

// generation is the content between two calls of Replace or AddIndexers.
//
// The maps start small although Replace knows the size: xsync never shrinks a map
// below the size it was asked for, and a store that was large once would stay
// large.
type generation struct {
	set     *indexing.Set
	items   *xsync.MapOf[string, *entry]
	rosters []roster // of all entries, by stripe, and guarded by its lock: what List reads
	indexes []*xsyncIndex
}

// Options are for the store of [NewXsync].
type Options struct {
	// Yield is from how many results on a read gives way once.
	Yield stores.Yield
}

// NewXsync returns an empty store with the given indexes, which it copies, and the
// zero [Options].
func NewXsync(indexers cache.Indexers) stores.Store { return Options{}.New(indexers) }

// New returns an empty store with the given indexes, which it copies. The number of
// stripes follows GOMAXPROCS at this moment.
func (o Options) New(indexers cache.Indexers) stores.Store {
	s := &XsyncStore{stripes: make([]stripe, stripeCount()), yield: o.Yield}
	s.current.Store(newGeneration(indexing.NewSet(indexers), len(s.stripes)))
	return s
}

// XsyncGuarantees lists what the store of [NewXsync] guarantees, in the fixed
// words.
func XsyncGuarantees() []stores.Guarantee {
	return []stores.Guarantee{stores.LinearizablePoints, stores.IdenticalObjects}
}

func newGeneration(set *indexing.Set, n int) *generation {
	g := &generation{set: set, items: xsync.NewMapOf[string, *entry](), rosters: make([]roster, n)}
	g.indexes = make([]*xsyncIndex, set.Len())
	for i := range g.indexes {
		g.indexes[i] = newXsyncIndex()
	}
	return g
}

func (s *XsyncStore) of(hash uint64) int { return stripeOf(hash, len(s.stripes)) }

// lock takes all locks for writing, and with that stops all writers.
func (s *XsyncStore) lock() {
	for i := range s.stripes {
		s.stripes[i].Lock()
	}
}

func (s *XsyncStore) unlock() {
	for i := range s.stripes {
		s.stripes[i].Unlock()
	}
}
