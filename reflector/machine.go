package reflector

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"
)

// State names what the reflector is doing. The package comment draws how they
// follow each other.
type State int32

const (
	Stopped    State = iota
	Beginning        // choosing how to fetch the whole collection
	Streaming        // collecting the initial events of a streaming list
	Listing          // fetching a plain list, page by page
	Connecting       // opening a watch from the last version
	Watching         // passing events on
	Pausing          // waiting before the next request
)

var stateNames = [...]string{"stopped", "beginning", "streaming", "listing", "connecting", "watching", "pausing"}

// String returns the state's name in lower case.
func (s State) String() string {
	if s < 0 || int(s) >= len(stateNames) {
		return fmt.Sprintf("state(%d)", int32(s))
	}
	return stateNames[s]
}

// machine is one run of a reflector. It lives on one goroutine; what states
// hand to each other are its fields.
type machine struct {
	*Reflector
	log    klog.Logger
	delays delays
	resync resync

	// open is the stream that Watching reads: from Connecting, or left open by
	// Streaming. Whoever leaves Watching stops it.
	open openStream
	// unmoved is the version of the last list if exactly that one was asked for. Should a watch
	// from there be refused as expired, asking for it once more could go on for ever: a
	// server that was restarted still has the version in its database, where a list
	// with a limit finds it, but no watch can begin before the restart.
	unmoved string
	// tries bounds how often Streaming is attempted before Listing.
	tries tries
	// internal bounds how long a watch is tried again after internal errors.
	internal internalErrors
	// Pausing waits for pause and then goes to after.
	pause time.Duration
	after State
}

// openStream is a watch and what must be known to judge its events and its end.
type openStream struct {
	watch.Interface
	*feed
	cancel context.CancelFunc // of the context that it was opened with
	since  time.Time
	limit  time.Duration // how long it may be silent, which is longer than it was asked to last
	// ordered is false while the stream may begin with synthetic Added events,
	// whose versions do not rise: these must not become the version from
	// which the next watch starts, or what lies between is lost.
	ordered bool
}

func newMachine(r *Reflector, log klog.Logger) *machine {
	return &machine{
		Reflector: r,
		log:       log,
		delays:    delays{Backoff: r.o.Backoff, clock: r.o.Clock, rand: r.o.Rand},
		resync:    resync{r: r, log: log},
		internal:  internalErrors{most: r.o.MaxInternalErrorRetryDuration},
	}
}

// run goes from state to state until one says Stopped or ctx is cancelled. The
// deferred part also covers a panic of the store, which crosses Run.
func (m *machine) run(ctx context.Context) {
	defer func() {
		m.resync.stop()
		m.closeStream()
		m.stats.state.Store(int32(Stopped))
	}()
	for s := Beginning; s != Stopped && ctx.Err() == nil; {
		m.stats.state.Store(int32(s))
		next := m.step(ctx, s)
		if m.o.transition != nil {
			m.o.transition(s, next)
		}
		s = next
	}
}

// step does what one state is for and names the next.
func (m *machine) step(ctx context.Context, s State) State {
	switch s {
	case Beginning:
		return m.beginning()
	case Streaming:
		return m.streaming(ctx)
	case Listing:
		return m.listing(ctx)
	case Connecting:
		return m.connecting(ctx)
	case Watching:
		return m.watching(ctx)
	case Pausing:
		return m.pausing(ctx)
	default:
		return Stopped
	}
}

// beginning chooses how to fetch the whole collection.
func (m *machine) beginning() State {
	now := m.o.Clock.Now()
	if m.o.ListMode != ListStream || now.Before(m.streamAgain) {
		return Listing
	}
	m.tries = newTries(now, m.o.MinWatchTimeout)
	return Streaming
}

// synced is where both kinds of list end: the store holds the whole collection.
func (m *machine) synced(version string, next State) State {
	m.unmoved = ""
	m.versions.lost = false
	m.versions.publish(version)
	m.resync.start()
	m.log.V(2).Info("Caches populated", "type", m.o.TypeDescription, "reflector", m.o.Name)
	return next
}

// failed reports an error of a list, of the start of a watch, or of the store,
// and then lists again.
func (m *machine) failed(ctx context.Context, why Reason, err error) State {
	if ctx.Err() != nil {
		return Stopped
	}
	if m.o.WatchErrorHandler != nil {
		m.o.WatchErrorHandler(ctx, err)
	} else {
		m.logFailure(ctx, err)
	}
	return m.relist(why, err)
}

// relist fetches the whole collection again, after a pause.
func (m *machine) relist(why Reason, err error) State {
	if why == ReasonExpired && m.unmoved != "" && m.unmoved == m.versions.published() {
		m.versions.lost = true
	}
	m.resync.stop()
	m.stats.relist(why)
	return m.backOff(Beginning, err)
}

func (m *machine) closeStream() {
	if m.open.Interface != nil {
		m.open.Stop()
		m.open.cancel()
		m.open = openStream{}
	}
}
