package reflector

import "sync/atomic"

// Reason says why the whole collection is fetched again.
type Reason string

const (
	ReasonExpired    Reason = "expired"       // 410, as a status or in the stream
	ReasonTooLarge   Reason = "too-large"     // our version lies in the server's future
	ReasonInternal   Reason = "server-error"  // a 5xx, as a status or in the stream
	ReasonNoAnswer   Reason = "no-answer"     // a watch was asked for, and nothing came
	ReasonShortWatch Reason = "short-watch"   // a watch ended at once with no event
	ReasonList       Reason = "list-failed"   // the list before failed
	ReasonStore      Reason = "store-refused" // the store did not take the list, or a resync
	ReasonOther      Reason = "other"         // any other failure of a watch
)

// reasons fixes the order of the counters; relists are rare, so a counter is
// found by walking through it.
var reasons = [...]Reason{ReasonExpired, ReasonTooLarge, ReasonInternal, ReasonNoAnswer, ReasonShortWatch, ReasonList, ReasonStore, ReasonOther}

// Stats are a reflector's counters since it was made.
type Stats struct {
	State       State  // what it is doing now
	LastVersion string // see LastSyncResourceVersion

	Lists         uint64            // plain lists begun
	Pages         uint64            // list requests sent for them
	StreamLists   uint64            // streaming lists begun
	Fallbacks     uint64            // streaming lists given up for a plain list
	Watches       uint64            // plain watches begun
	ShortWatches  uint64            // watches that ended within a second
	SilentWatches uint64            // watches given up because nothing was heard of them, not even their end
	InternalTries uint64            // watches tried again after an internal error of the server
	Relists       map[Reason]uint64 // by what made it necessary; only those that happened
	Events        uint64            // events passed on, bookmarks included
	Bookmarks     uint64            // of these, bookmarks
	Kept          uint64            // list items that the store held in the same version (see KnownStore)
	Skipped       uint64            // events and list items that were not what was expected
	StoreFailures uint64            // calls of the store, or of its transform, that returned an error
	Resyncs       uint64            // calls of the store's Resync
}

// counters are written by the machine and read by anyone. Each is atomic by
// itself; nothing is promised between them, so plain Add and Load do.
type counters struct {
	state                            atomic.Int32
	lists, pages, streams, fallbacks atomic.Uint64
	watches, shortWatches            atomic.Uint64
	silentWatches, internalTries     atomic.Uint64
	events, bookmarks, skipped       atomic.Uint64
	storeFailures, resyncs, kept     atomic.Uint64
	relists                          [len(reasons)]atomic.Uint64
}

func (c *counters) relist(why Reason) {
	for i := range reasons {
		if reasons[i] == why {
			c.relists[i].Add(1)
		}
	}
}

func (c *counters) snapshot() Stats {
	s := Stats{
		State:         State(c.state.Load()),
		Lists:         c.lists.Load(),
		Pages:         c.pages.Load(),
		StreamLists:   c.streams.Load(),
		Fallbacks:     c.fallbacks.Load(),
		Watches:       c.watches.Load(),
		ShortWatches:  c.shortWatches.Load(),
		SilentWatches: c.silentWatches.Load(),
		InternalTries: c.internalTries.Load(),
		Relists:       make(map[Reason]uint64),
		Events:        c.events.Load(),
		Bookmarks:     c.bookmarks.Load(),
		Kept:          c.kept.Load(),
		Skipped:       c.skipped.Load(),
		StoreFailures: c.storeFailures.Load(),
		Resyncs:       c.resyncs.Load(),
	}
	for i, why := range reasons {
		if n := c.relists[i].Load(); n > 0 {
			s.Relists[why] = n
		}
	}
	return s
}
