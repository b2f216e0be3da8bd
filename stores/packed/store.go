package packed

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"informerbench/stores"
	"informerbench/stores/mvcc"

	"k8s.io/client-go/tools/cache"
)

var (
	_ stores.Extended            = (*Store)(nil)
	_ stores.VersionedTransactor = (*Store)(nil)
)

// Store keeps encoded objects. Use [New].
type Store struct {
	packer
	warm *warm
	// inner holds records, and objects that are not packed. It does all that has to do with
	// keys, indexes, order and consistency; here nothing is locked around its calls.
	inner *mvcc.Store
	// foretold spares index functions to decode what a list brings that was packed before.
	foretold foretold
	// alone is the list of stand-ins that are of no list.
	alone *stagedList
}

// DefaultCache is the memory for decoded objects of a store with Options.Cache 0: some
// 250 Pods.
const DefaultCache = 4 << 20

// Options are what can be chosen. The zero value is what [New] takes.
type Options struct {
	// Codec says how objects are encoded; nil stands for [Default].
	Codec Codec
	// Cache bounds the memory of decoded objects, in bytes, as estimated from the size of
	// their encoding. 0 stands for DefaultCache, and less for no cache: then every read makes
	// an object of its own, which the reader may change, and nothing of what is written
	// stays when the write is over.
	Cache int64
	// Level is how hard a write tries to make an object small. For what that gives, see the package.
	Level Level
	// Dictionary bounds a dictionary, in bytes. 0 stands for DefaultDictionary, and less for no
	// dictionaries: each object is compressed by itself. An encoder copies its dictionary for each
	// object, so that a smaller one makes writes faster, and objects larger.
	Dictionary int
	// Processors is how many decode a list of 512 objects and more, and encode a write of 2048
	// and more. 0 stands for GOMAXPROCS; with 1 the caller does it all.
	Processors int
	// Yield is from how many results on a read gives way once, when it is complete.
	Yield stores.Yield
}

// New returns an empty store with the given indexes, which it copies.
func New(indexers cache.Indexers) stores.Store { return Options{}.New(indexers) }

// New is a [stores.Constructor] for stores with these options.
func (o Options) New(indexers cache.Indexers) stores.Store {
	if o.Codec == nil {
		o.Codec = Default()
	}
	if o.Cache == 0 {
		o.Cache = DefaultCache
	}
	if o.Processors <= 0 {
		o.Processors = runtime.GOMAXPROCS(0)
	}
	s := &Store{
		packer: packer{codec: o.Codec, effort: o.effort(), processors: o.Processors, books: new(atomic.Int64)},
		warm:   newWarm(o.Cache),

		foretold: newForetold(),
	}
	s.alone = &stagedList{store: s}
	s.inner = mvcc.Options{Yield: o.Yield}.New(s.wrap(indexers)).(*mvcc.Store)
	return s
}

// Guarantees lists what the store guarantees, in the fixed words: all but that objects
// are identical.
func Guarantees() []stores.Guarantee {
	return slices.DeleteFunc(stores.Guarantees(), func(g stores.Guarantee) bool { return g == stores.IdenticalObjects })
}

// Bookmark sets the resource version and nothing else.
func (s *Store) Bookmark(rv string) { s.inner.Bookmark(rv) }

// Resync does nothing, as in client-go.
func (s *Store) Resync() error { return nil }

// LastStoreSyncResourceVersion returns the version that the last write set.
func (s *Store) LastStoreSyncResourceVersion() string { return s.inner.LastStoreSyncResourceVersion() }

// WaitForVersion waits until the store is at least at a resource version.
func (s *Store) WaitForVersion(ctx context.Context, resourceVersion string) error {
	return s.inner.WaitForVersion(ctx, resourceVersion)
}
