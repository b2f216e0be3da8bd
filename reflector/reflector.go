package reflector

import (
	"context"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/watchlist"
	"k8s.io/klog/v2"

	"informerbench/wire"
)

// Reflector keeps a store equal to what a source lists and watches.
//
// The store's Add, Update, Delete, Replace, Resync, Bookmark and ApplyEvents are all
// called on the goroutine that called Run, so the store sees one sequence of calls.
type Reflector struct {
	o        Options
	source   cache.ListerWatcherWithContext
	items    wire.ItemLister // the source as well, if it hands over items as they arrive
	store    cache.ReflectorStore
	expected expectation

	// What the store offers beyond the plain interface, looked up once so that
	// the event loop has no type assertion; nil where it does not.
	bookmarks   cache.ReflectorBookmarkStore
	batches     BatchStore
	versionSink cache.ResourceVersionUpdater

	versions versions
	stats    counters

	// running keeps a second Run out; the fields below belong to the goroutine
	// that holds it, and its release publishes them to a later Run.
	running atomic.Bool
	// paged is set once a list at version "0" came in pages: such a server has
	// no watch cache, so later lists page as well.
	paged bool
	// streamAgain is when streaming may be tried again after the server broke
	// the protocol of streaming lists.
	streamAgain time.Time
	// filled is set once the store has taken a list, of size items.
	filled bool
	size   int
}

// New returns a reflector that fills store from lw once it runs. An lw that
// also implements the WithContext methods is called through these, and one that
// is a [wire.ItemLister] hands over the items of plain lists as they arrive. It panics
// on an unknown ListMode.
func New(lw cache.ListerWatcher, store cache.ReflectorStore, o Options) *Reflector {
	o = o.withDefaults()
	switch o.ListMode {
	case ListStream, ListPaged:
	default:
		panic("reflector: unknown list mode " + string(o.ListMode) + ", allowed are stream and paged")
	}
	if watchlist.DoesClientNotSupportWatchListSemantics(lw) {
		o.ListMode = ListPaged
	}
	r := &Reflector{
		o:        o,
		source:   cache.ToListerWatcherWithContext(lw),
		store:    store,
		expected: expect(o.ExpectedType),
	}
	r.items, _ = lw.(wire.ItemLister)
	r.bookmarks, _ = store.(cache.ReflectorBookmarkStore)
	r.batches, _ = store.(BatchStore)
	r.versionSink, _ = store.(cache.ResourceVersionUpdater)
	return r
}

// Run lists, watches and retries until ctx is cancelled, and then returns
// within a moment in whatever state it is. No goroutine outlives it, except
// inside a source that ignores its context; such a call is left behind and
// what it still brings is stopped and dropped. A second concurrent Run returns
// at once; Run may be called again after it returned and then goes on from the
// last version.
func (r *Reflector) Run(ctx context.Context) {
	log := klog.FromContext(ctx)
	if r.o.Logger != nil {
		log = *r.o.Logger
		ctx = klog.NewContext(ctx, log)
	}
	if !r.running.CompareAndSwap(false, true) {
		log.Info("Reflector is running already, the second run returns", "reflector", r.o.Name)
		return
	}
	defer r.running.Store(false)

	log.V(3).Info("Starting reflector", "reflector", r.o.Name, "type", r.o.TypeDescription, "resyncPeriod", r.o.ResyncPeriod)
	newMachine(r, log).run(r.withHeld(ctx))
	log.V(3).Info("Stopping reflector", "reflector", r.o.Name, "type", r.o.TypeDescription)
}

// LastSyncResourceVersion returns the version up to which the store was fed
// last: that of a list, event or bookmark. It may be called at any time; it is
// not synchronized with reads of the store, and may trail the last few events
// of a burst.
func (r *Reflector) LastSyncResourceVersion() string { return r.versions.published() }

// Stats returns the counters, each exact, together not from one instant. It
// may be called at any time.
func (r *Reflector) Stats() Stats {
	s := r.stats.snapshot()
	s.LastVersion = r.versions.published()
	return s
}

// Name returns the reflector's name.
func (r *Reflector) Name() string { return r.o.Name }

// TypeDescription returns the description of the type, for people to read.
func (r *Reflector) TypeDescription() string { return r.o.TypeDescription }
