package faults

import (
	"context"
	"fmt"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// living is an informer that runs, and its handlers.
type living struct {
	informer cache.SharedIndexInformer
	cancel   context.CancelFunc
	done     chan struct{}
	handlers []*recorder
}

func (l *living) each(do func(*recorder)) {
	for _, h := range l.handlers {
		do(h)
	}
}

func (r *run) start() error {
	i, err := r.subject.New(r.plan, r.client)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(klog.NewContext(context.Background(), klog.Logger{}))
	r.live = &living{informer: i, cancel: cancel, done: make(chan struct{})}
	r.join()
	go func(l *living) { defer close(l.done); i.RunWithContext(ctx) }(r.live)
	return nil
}

// join adds a handler.
func (r *run) join() {
	r.names++
	h := newRecorder(fmt.Sprintf("handler %d", r.names), r.plan, r.began, r.fail)
	if _, err := r.live.informer.AddEventHandler(h); err != nil {
		r.fail(violationf(BadHistory, "%s cannot join: %v", h.name, err))
		return
	}
	r.live.handlers = append(r.live.handlers, h)
}

// stop stops the informer and keeps what its handlers were told.
func (r *run) stop() {
	before := time.Now()
	r.live.cancel()
	r.await(r.live.done)
	if took := time.Since(before); took > stopTime {
		r.fail(violationf(SlowStop, "it took %v", took))
	}
	if r.report.Histories == nil {
		r.report.Histories = map[string]map[string][]Told{}
	}
	r.live.each(func(h *recorder) {
		h.end()
		r.report.Histories[h.name] = h.histories
	})
}

// stopPatience is after what time the network goes down under one that does not stop.
const stopPatience = 10 * time.Minute

func (r *run) await(done <-chan struct{}) {
	timer := time.NewTimer(stopPatience)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		_ = r.server.network.Close() // never fails
		<-done
	}
}

// restart stops the informer and starts another, as a new process would.
func (r *run) restart() {
	r.stop()
	if err := r.start(); err != nil {
		r.fail(violation{"bad-plan", err.Error()})
	}
}
