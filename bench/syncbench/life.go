package syncbench

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/bench/loopback"
	"informerbench/reflectorbench"
)

// life is one informer from its start to its end, beside a server that is its own for that
// time.
type life struct {
	process  Process
	control  loopback.Control
	outlook  Outlook
	sources  *sources
	tally    *loopback.Tally
	informer cache.SharedIndexInformer
	stop     context.CancelFunc // nil until it runs
	ended    chan struct{}
}

// newLife makes the informer, which does not run yet. Like what a factory of client-go makes, it has
// the namespace index and no resync.
func newLife(ctx context.Context, p Process, s Subject) (*life, error) {
	l := &life{process: p, control: loopback.NewControl(p.URL), ended: make(chan struct{})}
	if err := l.control.Order(ctx, http.MethodPost, "begin?list="+string(p.List), &l.outlook); err != nil {
		return nil, err
	}
	var err error
	if l.sources, err = newSources(p.URL, p.Form); err != nil {
		return nil, err
	}
	l.tally = loopback.NewTally(l.outlook.Initial, l.outlook.Relist)
	l.informer, err = s.new(l.sources, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	if err == nil {
		_, err = l.informer.AddEventHandler(l.tally)
	}
	if err != nil {
		return nil, errors.Join(err, l.end())
	}
	return l, nil
}

// sync runs the informer and measures until the handler has been told of all there is.
func (l *life) sync(ctx context.Context) (*meter, error) {
	reflectorbench.LiveHeap() // no garbage, and no collection under way
	server, err := l.control.CPU(ctx)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(ctx)
	l.stop = stop
	m := startMeter(l.process.Measure)
	began := time.Now()
	go func() {
		defer close(l.ended)
		l.informer.RunWithContext(running)
	}()
	told, err := l.await(ctx, 0)
	if err != nil {
		return nil, err
	}
	m.stop(told.Sub(began))
	if l.process.Measure == Time {
		after, err := l.control.CPU(ctx)
		if err != nil {
			return nil, err
		}
		m.reading.add("server-cpu-ns", float64((after - server).Nanoseconds()))
	}
	m.steady()
	return m, l.checkStore(l.outlook.First)
}

// relist lets the watch expire and measures from the request that follows until the handler has been
// told of all that has changed. In timed runs a reader looks on.
func (l *life) relist(ctx context.Context) (*meter, error) {
	reflectorbench.LiveHeap()
	next := l.sources.Tap.Next()
	m := startMeter(l.process.Measure)
	if err := l.control.Order(ctx, http.MethodPost, "expire", nil); err != nil {
		return nil, err
	}
	asked, err := l.wait(ctx, next, "has not asked for the state again")
	if err != nil {
		return nil, err
	}
	var reader *poller
	if l.process.Measure == Time { // from here on: what passed meanwhile is client-go's pause, and ours
		reader = startPoller(l.informer.GetIndexer(), l.outlook.Stable)
		defer reader.finish()
		m.cpu = reflectorbench.ProcessCPU()
	}
	told, err := l.await(ctx, 1)
	if err != nil {
		return nil, err
	}
	m.stop(told.Sub(asked))
	if reader != nil {
		units, values, err := reader.finish()
		if err != nil {
			return nil, err
		}
		m.reading.units, m.reading.values = append(m.reading.units, units...), append(m.reading.values, values...)
	}
	m.steady()
	return m, l.checkStore(l.outlook.Then)
}

func (l *life) await(ctx context.Context, phase int) (time.Time, error) {
	return l.wait(ctx, l.tally.Done(phase), "has not told its handler of everything")
}

// wait says what the informer has not done when patience is at its end.
func (l *life) wait(ctx context.Context, happened <-chan time.Time, failure string) (time.Time, error) {
	select {
	case at := <-happened:
		return at, nil
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	case <-time.After(l.process.Patience):
		return time.Time{}, fmt.Errorf("the informer %s within %v", failure, l.process.Patience)
	}
}

// end stops the informer, if it runs, and waits for it.
func (l *life) end() error {
	defer l.sources.Close()
	defer l.control.Close()
	if l.stop == nil {
		return nil
	}
	l.stop()
	select {
	case <-l.ended:
		return nil
	case <-time.After(l.process.Patience):
		return fmt.Errorf("the informer has not stopped within %v", l.process.Patience)
	}
}
