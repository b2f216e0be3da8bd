package reflector

import (
	"context"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// shortLife is the life below which a watch counts as one that ended at once.
const shortLife = time.Second

var (
	errShort    = errors.New("very short watch: it ended within a second and no event came")
	errNoStream = errors.New("the source returned neither a watch nor an error")
)

// connecting opens a watch from the last version.
func (m *machine) connecting(ctx context.Context) State {
	from := m.versions.published()
	m.stats.watches.Add(1)
	timeout := m.watchTimeout()
	seconds := int64(timeout / time.Second)
	// Some proxies answer only with the first event, so an answer may take as long as
	// the watch was asked to last.
	err := m.openWatch(ctx, metav1.ListOptions{
		ResourceVersion:     from,
		AllowWatchBookmarks: true,
		TimeoutSeconds:      &seconds,
	}, timeout, m.silenceLimit(timeout))
	switch {
	case ctx.Err() != nil:
		return Stopped // whatever is open is closed by run
	case err == nil:
		m.open.ordered = from != "" && from != "0"
		return Watching
	case isAway(err):
		m.log.V(4).Info("Watch failed, backing off", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
		return m.backOff(Connecting, err)
	case m.internalAgain(err):
		return m.backOff(Connecting, err)
	default:
		return m.failed(ctx, reasonOf(err), err)
	}
}

// openWatch opens a stream that was asked to last for timeout, and waits for the
// answer as long as patience. The stream's context outlives the call; closeStream ends it.
func (m *machine) openWatch(ctx context.Context, options metav1.ListOptions, timeout, patience time.Duration) error {
	since := m.o.Clock.Now() // before the request, see above
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		if m.open.Interface == nil {
			cancel() // it failed, or the store panicked in a resync
		}
	}()
	w, err := await(ctx, m, terms{cancel: cancel, limit: patience}, func() (watch.Interface, error) {
		return m.source.WatchWithContext(ctx, options)
	}, stopWatch)
	if err == nil && w == nil {
		err = errNoStream
	}
	if err != nil {
		return err
	}
	m.open = openStream{Interface: w, feed: newFeed(w), cancel: cancel, since: since, limit: m.silenceLimit(timeout)}
	return nil
}

// silenceLimit is how long a watch that was asked to last for timeout may be silent;
// zero is for ever.
func (m *machine) silenceLimit(timeout time.Duration) time.Duration {
	if m.o.WatchOvertime < 0 {
		return 0
	}
	return timeout + m.o.WatchOvertime
}

// internalAgain reports whether to watch again after err, and notes it.
func (m *machine) internalAgain(err error) bool {
	if !apierrors.IsInternalError(err) || !m.internal.again(m.o.Clock.Now(), m.delays.until) {
		return false
	}
	m.stats.internalTries.Add(1)
	m.log.V(2).Info("Retrying watch after internal error", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
	return true
}

func stopWatch(w watch.Interface) {
	if w != nil {
		w.Stop()
	}
}

// watching passes the events of the open stream on until it ends, and judges
// the end.
func (m *machine) watching(ctx context.Context) State {
	p := pump{machine: m, stream: m.open, to: m.store, life: newLife(m.o.Clock, m.open.limit)}
	err := p.run(ctx)
	p.life.stop()
	m.closeStream()
	m.delays.worked(m.o.Clock.Since(p.stream.since))
	if ctx.Err() != nil {
		return Stopped
	}
	if err == nil {
		return m.watchClosed(&p)
	}
	switch {
	case m.resync.err != nil:
		m.stats.storeFailures.Add(1)
		m.warnEnd(err)
		return m.relist(ReasonStore, err)
	case errors.Is(err, errSilent):
		m.stats.silentWatches.Add(1)
		m.warnEnd(err)
		return Connecting // it lasted too long for a hot loop
	case apierrors.IsTooManyRequests(err):
		m.log.V(2).Info("Watch returned 429, backing off", "reflector", m.o.Name, "type", m.o.TypeDescription)
		return m.backOff(Connecting, err)
	case isExpired(err):
		// The version is kept: a list is "not older than" it, and so may still
		// succeed where a watch cannot.
		m.log.V(4).Info("Watch closed", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
		return m.relist(ReasonExpired, err)
	case m.internalAgain(err):
		return m.backOff(Connecting, err)
	default:
		m.warnEnd(err)
		return m.relist(reasonOf(err), err)
	}
}

// watchClosed: the server closed the stream without an error. Usually its
// timeout is over and the next watch goes on from the last version. A watch
// that ended at once with nothing to say is a failure: a server that always
// does so would be asked in a hot loop, and may not have the version at all. One
// that said something is continued, but not at once either.
func (m *machine) watchClosed(p *pump) State {
	if m.o.Clock.Since(p.stream.since) >= shortLife {
		m.log.V(4).Info("Watch closed", "reflector", m.o.Name, "type", m.o.TypeDescription, "events", p.passed)
		return Connecting
	}
	m.stats.shortWatches.Add(1)
	if p.passed == 0 {
		m.warnEnd(errShort)
		return m.relist(ReasonShortWatch, errShort)
	}
	return m.backOff(Connecting, nil)
}

func (m *machine) warnEnd(err error) {
	m.log.Info("Warning: watch ended with error", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
}
