package compactbench

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/bench/loopback"
)

// life is one informer from its start to its end, beside a server that is its own for that
// time.
type life struct {
	process Process
	subject Subject
	control loopback.Control
	outlook Outlook
	client  *loopback.Client
	tally   *loopback.Tally
	base    footprint // before the informer was made
	built   built
	churned bool
	stop    context.CancelFunc // nil unless it runs
	ended   chan struct{}
}

// newLife makes the informer, which does not run yet. Like what a factory of client-go makes, it has
// the namespace index and no resync.
func newLife(ctx context.Context, p Process, s Subject) (*life, error) {
	l := &life{process: p, subject: s, control: loopback.NewControl(p.URL), ended: make(chan struct{})}
	if err := l.control.Order(ctx, http.MethodPost, "begin", &l.outlook); err != nil {
		return nil, err
	}
	var err error
	if l.client, err = loopback.Dial(p.URL, accept); err != nil {
		return nil, err
	}
	l.tally = loopback.NewTally(l.outlook.Initial, l.outlook.Churn)
	l.base = takeFootprint()
	l.built, err = s.build(l.client, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	if err == nil {
		_, err = l.built.informer.AddEventHandler(l.tally)
	}
	if err != nil {
		return nil, errors.Join(err, l.end())
	}
	return l, nil
}

func (l *life) measure(ctx context.Context) ([]result, error) {
	if l.process.Part == Memory {
		return l.measureMemory(ctx)
	}
	return l.measureTime(ctx)
}

// start runs the informer until the handler has been told of all there is, and returns how long that took.
func (l *life) start(ctx context.Context) (time.Duration, error) {
	running, stop := context.WithCancel(ctx)
	l.stop = stop
	informer := l.built.informer
	began := time.Now()
	go func() {
		defer close(l.ended)
		informer.RunWithContext(running)
	}()
	told, err := l.await(ctx, 0)
	return told.Sub(began), err
}

// await says when the handler was told of everything in a phase, or that it was not when patience is at its end.
func (l *life) await(ctx context.Context, phase int) (time.Time, error) {
	select {
	case at := <-l.tally.Done(phase):
		return at, nil
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	case <-time.After(l.process.Patience):
		return time.Time{}, fmt.Errorf("the informer has not told its handler of everything within %v", l.process.Patience)
	}
}

func (l *life) indexer() cache.Indexer { return l.built.informer.GetIndexer() }

// end stops the informer, if it runs, waits for it, and forgets it with all that it has.
func (l *life) end() error {
	l.built = built{}
	defer l.client.Close()
	defer l.control.Close()
	if l.stop == nil {
		return nil
	}
	l.stop()
	l.stop = nil
	select {
	case <-l.ended:
		return nil
	case <-time.After(l.process.Patience):
		return fmt.Errorf("the informer has not stopped within %v", l.process.Patience)
	}
}
