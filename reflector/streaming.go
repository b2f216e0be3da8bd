package reflector

import (
	"context"
	"errors"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// errNoMarker ends a stream whose server does not seem to know that initial
// events must be followed by an end marker.
var errNoMarker = errors.New("no end of initial events")

// streaming asks for a stream that begins with the whole collection, gathers it
// beside the store, and hands it over at the end marker. The stream itself then
// goes on as the watch.
func (m *machine) streaming(ctx context.Context) State {
	timeout := m.watchTimeout()
	from := m.versions.forStream()
	m.stats.streams.Add(1)
	// From here on m owns the stream, so that it is stopped even if a transform panics.
	if err := m.openWatch(ctx, streamOptions(from, timeout), timeout, idleLimit); err != nil {
		return m.streamFailed(ctx, from, err)
	}
	into := m.newCollection()
	p := pump{machine: m, stream: m.open, to: into, collecting: true}
	if err := m.gather(ctx, &p, m.open.since.Add(timeout+overtime)); err == nil && p.marked {
		return m.streamed(ctx, into, p.version)
	}
	m.closeStream()
	return m.streamEnded(ctx, from, &p)
}

// gather runs the pump with a limit to its patience, and leaves the outcome in p.
func (m *machine) gather(ctx context.Context, p *pump, deadline time.Time) error {
	p.patience = newPatience(m.o.Clock, deadline)
	defer p.patience.stop()
	p.ended = p.run(ctx)
	return p.ended
}

// streamEnded judges the end of a stream that did not reach its end marker.
func (m *machine) streamEnded(ctx context.Context, from string, p *pump) State {
	switch {
	case ctx.Err() != nil:
		return Stopped
	case p.refused != nil:
		return m.failed(ctx, ReasonStore, fmt.Errorf("unable to collect streamed list of %v: %w", m.o.TypeDescription, p.refused))
	case errors.Is(p.ended, errNoMarker):
		m.tries.left = 0 // waiting once more would only take as long once more
		return m.streamBroke(p.ended)
	case p.ended != nil:
		return m.streamFailed(ctx, from, p.ended)
	case p.passed == 0 && m.o.Clock.Since(p.stream.since) < shortLife:
		m.stats.shortWatches.Add(1)
		return m.fallBack(errShort)
	default:
		return m.streamBroke(errNoMarker)
	}
}

// streamOptions: a stream from "" brings the newest state, one from a version
// brings a state not older than it.
func streamOptions(from string, timeout time.Duration) metav1.ListOptions {
	seconds, yes := int64(timeout/time.Second), true
	return metav1.ListOptions{
		ResourceVersion:      from,
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
		SendInitialEvents:    &yes,
		AllowWatchBookmarks:  true,
		TimeoutSeconds:       &seconds,
	}
}

// streamed is where a streaming list ends well.
func (m *machine) streamed(ctx context.Context, into *collection, version string) State {
	m.open.since, m.open.ordered = m.o.Clock.Now(), true
	if err := m.replaceStreamed(into, version); err != nil {
		m.closeStream()
		return m.failed(ctx, ReasonStore, err)
	}
	return m.synced(version, Watching)
}

// streamFailed judges an error, of the request or in the stream. A server that
// is away would not answer a plain list either; any other refusal (Invalid
// from a server that cannot stream, say) makes us ask for one.
func (m *machine) streamFailed(ctx context.Context, from string, err error) State {
	switch {
	case ctx.Err() != nil:
		return Stopped
	case isAway(err):
		m.log.V(2).Info("Streaming list failed, backing off", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
		return m.backOff(Streaming, err)
	case isUnavailable(err):
		m.versions.lost = true
		if from != "" {
			return Streaming
		}
	}
	return m.fallBack(err)
}

// streamBroke: the stream ended, or fell silent, in the middle of its initial
// events. It may be bad luck; when it goes on the server does not keep the
// protocol (antrea-io/antrea#8123).
func (m *machine) streamBroke(err error) State {
	now := m.o.Clock.Now()
	if m.tries.spend(now) {
		m.log.V(2).Info("Streaming list ended early, backing off", "reflector", m.o.Name, "type", m.o.TypeDescription)
		return m.backOff(Streaming, err)
	}
	m.streamAgain = now.Add(distrust)
	return m.fallBack(err)
}

// fallBack lists plainly, at once unless the server asked for a delay.
func (m *machine) fallBack(err error) State {
	m.stats.fallbacks.Add(1)
	m.log.V(4).Info("Streaming list failed, falling back to a plain one", "reflector", m.o.Name, "type", m.o.TypeDescription, "err", err)
	if askedDelay(err) > 0 {
		return m.backOff(Listing, err)
	}
	return Listing
}
