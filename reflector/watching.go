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
	// Count the life from before the request: some proxies answer only with the
	// first event.
	since := m.o.Clock.Now()
	seconds := int64(m.watchTimeout() / time.Second)
	w, err := m.openWatch(ctx, metav1.ListOptions{
		ResourceVersion:     from,
		AllowWatchBookmarks: true,
		TimeoutSeconds:      &seconds,
	})
	switch {
	case ctx.Err() != nil:
		if err == nil {
			w.Stop()
		}
		return Stopped
	case err == nil:
		m.open = openStream{Interface: w, since: since, ordered: from != "" && from != "0"}
		return Watching
	case isAway(err):
		m.log.V(4).Info("Watch failed, backing off", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
		return m.backOff(Connecting)
	default:
		return m.failed(ctx, reasonOf(err), err)
	}
}

// openWatch starts a watch. Its context is Run's, as it lives on after the call.
func (m *machine) openWatch(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	w, err := await(ctx, m, func(ctx context.Context) (watch.Interface, error) {
		return m.source.WatchWithContext(ctx, options)
	}, stopWatch)
	if err == nil && w == nil {
		return nil, errNoStream
	}
	return w, err
}

func stopWatch(w watch.Interface) {
	if w != nil {
		w.Stop()
	}
}

// watching passes the events of the open stream on until it ends, and judges
// the end.
func (m *machine) watching(ctx context.Context) State {
	p := pump{machine: m, stream: m.open, to: m.store}
	err := p.run(ctx)
	m.closeStream()
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
		return m.relist(ReasonStore)
	case apierrors.IsTooManyRequests(err):
		m.log.V(2).Info("Watch returned 429, backing off", "reflector", m.o.Name, "type", m.o.TypeDescription)
		return m.backOff(Connecting)
	case isExpired(err):
		// The version is kept: a list is "not older than" it, and so may still
		// succeed where a watch cannot.
		m.log.V(4).Info("Watch closed", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
		return m.relist(ReasonExpired)
	default:
		m.warnEnd(err)
		return m.relist(reasonOf(err))
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
		return m.relist(ReasonShortWatch)
	}
	return m.backOff(Connecting)
}

func (m *machine) warnEnd(err error) {
	m.log.Info("Warning: watch ended with error", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
}
