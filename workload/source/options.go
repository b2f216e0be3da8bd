package source

import (
	"time"

	"k8s.io/utils/clock"

	"informerbench/workload"
)

// Defaults of Options.
const (
	// DefaultLogCapacity is about 6 MB of log for each resource that changes.
	DefaultLogCapacity = 1 << 17
	// DefaultBookmarkInterval is what the API server uses.
	DefaultBookmarkInterval = time.Minute
	// DefaultPageSnapshots is the number of unfinished paged lists that can be resumed
	// after the log no longer reaches back to their version.
	DefaultPageSnapshots = 16
	// DefaultPageRetention is the API server's default compaction interval.
	DefaultPageRetention = 5 * time.Minute
)

// Options configure a Source. The zero value is ready to use and behaves like a
// current API server.
type Options struct {
	// LogCapacity is the number of events kept for each resource (zero:
	// DefaultLogCapacity). Older ones are compacted: a watch that needs them answers
	// 410, also one that runs but is too slow. A benchmark that sends n events at
	// full speed and must not lose its watch sets at least n. Memory is taken as the
	// log fills: 48 bytes an event, and the objects before and after it stay alive.
	LogCapacity int
	// BookmarkInterval is the time between bookmarks (zero: DefaultBookmarkInterval).
	BookmarkInterval time.Duration
	// PageSnapshots is the number of versions kept for paged lists that wait for
	// their next page (zero: DefaultPageSnapshots); the least recently used goes first.
	PageSnapshots int
	// PageRetention is how long such a version is kept (zero: DefaultPageRetention).
	PageRetention time.Duration
	// TypedLists makes in-memory lists typed (PodList, …), as a typed client returns
	// them. Their items are shallow copies, no longer the objects that watches send.
	TypedLists bool
	// RefuseInitialEvents refuses sendInitialEvents with 422, as an API server
	// without streaming lists does.
	RefuseInitialEvents bool
	// RefuseExpiredWatches answers a watch from a compacted version with a 410 instead
	// of a watch whose first event is that 410. API servers do both: the watch cache
	// answers in the stream, and servers and proxies without it refuse.
	RefuseExpiredWatches bool
	// Kinds are served beside those that the generator makes, such as those of a recorded
	// cluster. One of the same Resource as the generator's takes its place.
	Kinds []workload.Kind
	// Clock is the time of bookmarks, timeouts and retention (nil: real time).
	Clock clock.WithTicker
}

func (o Options) withDefaults() Options {
	if o.LogCapacity <= 0 {
		o.LogCapacity = DefaultLogCapacity
	}
	if o.BookmarkInterval <= 0 {
		o.BookmarkInterval = DefaultBookmarkInterval
	}
	if o.PageSnapshots <= 0 {
		o.PageSnapshots = DefaultPageSnapshots
	}
	if o.PageRetention <= 0 {
		o.PageRetention = DefaultPageRetention
	}
	if o.Clock == nil {
		o.Clock = clock.RealClock{}
	}
	return o
}
