package reflector

import (
	"context"
	"math/rand/v2"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// ListMode says how the reflector fetches the whole collection.
type ListMode string

const (
	// ListStream asks for a watch that begins with the whole collection
	// (sendInitialEvents), and falls back to a plain list when the server
	// refuses it or does not keep its side of the protocol.
	ListStream ListMode = "stream"
	// ListPaged asks for a plain list, in pages where the paging rules of
	// client-go say so (see pageLimit).
	ListPaged ListMode = "paged"
)

// Options configure a Reflector. The zero value of each field is usable.
type Options struct {
	// Name appears in log lines; it defaults to the type's description.
	Name string
	// ExpectedType is an example of what the source delivers. Objects of
	// another Go type, or, for an unstructured example that names its kind, of
	// another kind, are logged, counted and skipped. Nil expects anything.
	ExpectedType runtime.Object
	// TypeDescription names the type in log lines; it defaults to
	// ExpectedType's kind or Go type.
	TypeDescription string
	// ListMode is ListStream when empty.
	ListMode ListMode
	// PageSize is the limit of each page of a plain list. Zero leaves it to the
	// paging rules, which list in one piece whenever the server's watch cache
	// can answer.
	PageSize int64
	// ResyncPeriod is the time between the end of one Resync of the store and
	// the next, while watching. Zero never resyncs.
	ResyncPeriod time.Duration
	// ShouldResync is asked at each tick whether to resync; nil means yes. It is
	// called on Run's goroutine.
	ShouldResync func() bool
	// MinWatchTimeout is the least time after which the server is asked to end
	// a watch; the time asked for is drawn between it and twice as much, so
	// that many reflectors do not come back at once. Zero means five minutes.
	// Unlike client-go's, a smaller value is honoured: on a real cluster it
	// costs the server a request per reflector and timeout.
	MinWatchTimeout time.Duration
	// ListTimeout is the longest time that the source may take to answer one list
	// request (one page), or, where it hands over items as they arrive, between two
	// runs of them. Zero means ten minutes, negative for ever, as with client-go's.
	ListTimeout time.Duration
	// MaxInternalErrorRetryDuration is how long a watch that ends with an internal
	// error of the server, or cannot be opened for one, is tried again before the whole
	// collection is fetched, counted from the first of such errors; a minute without any
	// ends the count. Zero, client-go's default, fetches it at once.
	MaxInternalErrorRetryDuration time.Duration
	// WatchOvertime is how much longer than it was asked to last a watch may be silent
	// (no event, no bookmark, no end) before it is given up and continued by another
	// one: a connection whose other end has vanished is silent for ever. Zero means 30
	// seconds, negative waits for ever, as client-go's does.
	WatchOvertime time.Duration
	// Backoff spaces repeated requests; see Backoff for its defaults.
	Backoff Backoff
	// Rand draws from [0,1) for jitter and timeouts. It is called on Run's
	// goroutine only. Nil uses math/rand/v2's global source.
	Rand func() float64
	// Clock is real time when nil.
	Clock clock.WithTicker
	// WatchErrorHandler hears of each failed list and each watch that could not
	// be started, before the reflector backs off. It runs on Run's goroutine
	// and must return quickly. Nil logs as client-go's default handler does.
	WatchErrorHandler func(ctx context.Context, err error)
	// Logger is Run's context's logger when nil.
	Logger *klog.Logger

	// transition hears of each change of state, on Run's goroutine; for tests.
	transition func(from, to State)
}

const (
	defaultMinWatchTimeout = 5 * time.Minute
	defaultListTimeout     = 10 * time.Minute
)

// withDefaults returns the options with every field filled in but those whose
// nil has a meaning of its own.
func (o Options) withDefaults() Options {
	if o.TypeDescription == "" {
		o.TypeDescription = describeType(o.ExpectedType)
	}
	if o.Name == "" {
		o.Name = o.TypeDescription
	}
	if o.ListMode == "" {
		o.ListMode = ListStream
	}
	if o.MinWatchTimeout <= 0 {
		o.MinWatchTimeout = defaultMinWatchTimeout
	}
	if o.WatchOvertime == 0 {
		o.WatchOvertime = overtime
	}
	if o.ListTimeout == 0 {
		o.ListTimeout = defaultListTimeout
	}
	if o.Rand == nil {
		o.Rand = rand.Float64
	}
	if o.Clock == nil {
		o.Clock = clock.RealClock{}
	}
	o.Backoff = o.Backoff.withDefaults()
	return o
}
