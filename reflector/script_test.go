package reflector_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// request is one call of a script: how long after its beginning, and what for.
type request struct {
	at      time.Duration
	verb    string // list, watch, stream
	version string
	limit   int64
	token   string
}

func (r request) String() string {
	s := fmt.Sprintf("%s %q", r.verb, r.version)
	if r.limit != 0 {
		s += fmt.Sprintf(" limit=%d", r.limit)
	}
	if r.token != "" {
		s += " token=" + r.token
	}
	return s
}

// script is a source whose answers are written down. Each request takes the
// next answer of its verb; the last one is given again and again.
type script struct {
	begun   time.Time
	lists   []func(context.Context, metav1.ListOptions) (runtime.Object, error)
	watches []func(context.Context, metav1.ListOptions) (watch.Interface, error)
	streams []func(context.Context, metav1.ListOptions) (watch.Interface, error)

	mu       sync.Mutex
	requests []request
	options  []metav1.ListOptions
	count    map[string]int
	open     []*stream
	silent   bool // claims not to know streaming lists
}

func (s *script) note(verb string, o metav1.ListOptions) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count == nil {
		s.count, s.begun = map[string]int{}, time.Now()
	}
	n := s.count[verb]
	s.count[verb]++
	s.requests = append(s.requests, request{time.Since(s.begun), verb, o.ResourceVersion, o.Limit, o.Continue})
	s.options = append(s.options, o)
	return n
}

func (s *script) List(o metav1.ListOptions) (runtime.Object, error) {
	return s.ListWithContext(context.Background(), o)
}

func (s *script) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return s.WatchWithContext(context.Background(), o)
}

func (s *script) ListWithContext(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	n := s.note("list", o)
	if len(s.lists) == 0 {
		return nil, fmt.Errorf("no list is in the script")
	}
	return s.lists[min(n, len(s.lists)-1)](ctx, o)
}

func (s *script) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	verb, answers := "watch", s.watches
	if o.SendInitialEvents != nil {
		verb, answers = "stream", s.streams
	}
	n := s.note(verb, o)
	if len(answers) == 0 {
		return nil, fmt.Errorf("no %s is in the script", verb)
	}
	w, err := answers[min(n, len(answers)-1)](ctx, o)
	if st, ok := w.(*stream); ok {
		s.mu.Lock()
		s.open = append(s.open, st)
		s.mu.Unlock()
	}
	return w, err
}

func (s *script) IsWatchListSemanticsUnSupported() bool { return s.silent }

// log returns the requests as text, without their times.
func (s *script) log() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, r := range s.requests {
		all = append(all, r.String())
	}
	return all
}

// times returns when the requests came.
func (s *script) times() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []time.Duration
	for _, r := range s.requests {
		all = append(all, r.at)
	}
	return all
}

// asked returns the full options of request n.
func (s *script) asked(n int) metav1.ListOptions {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options[n]
}

// leftOpen counts the streams handed out that nobody stopped.
func (s *script) leftOpen() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, st := range s.open {
		select {
		case <-st.stopped:
		default:
			n++
		}
	}
	return n
}

// stream is a watch that is fed by hand.
type stream struct {
	events  chan watch.Event
	stopped chan struct{}
	once    sync.Once
}

func newStream(events ...watch.Event) *stream {
	st := &stream{events: make(chan watch.Event, 1024), stopped: make(chan struct{})}
	for _, ev := range events {
		st.events <- ev
	}
	return st
}

func (st *stream) ResultChan() <-chan watch.Event { return st.events }
func (st *stream) Stop()                          { st.once.Do(func() { close(st.stopped) }) }

func (st *stream) send(events ...watch.Event) {
	for _, ev := range events {
		st.events <- ev
	}
}

// The answers that a script is made of.

func listOf(version, token string, items ...*metav1.PartialObjectMetadata) func(context.Context, metav1.ListOptions) (runtime.Object, error) {
	return func(context.Context, metav1.ListOptions) (runtime.Object, error) {
		return newList(version, token, items...), nil
	}
}

func listError(err error) func(context.Context, metav1.ListOptions) (runtime.Object, error) {
	return func(context.Context, metav1.ListOptions) (runtime.Object, error) { return nil, err }
}

// keepsOpen answers with the events and leaves the stream open.
func keepsOpen(events ...watch.Event) func(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return func(context.Context, metav1.ListOptions) (watch.Interface, error) { return newStream(events...), nil }
}

// closes answers with the events and closes the stream after a while.
func closes(after time.Duration, events ...watch.Event) func(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return func(context.Context, metav1.ListOptions) (watch.Interface, error) {
		st := newStream(events...)
		if after == 0 {
			close(st.events)
		} else {
			time.AfterFunc(after, func() { close(st.events) })
		}
		return st, nil
	}
}

// opens answers with a stream that the test feeds.
func opens(st *stream) func(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return func(context.Context, metav1.ListOptions) (watch.Interface, error) { return st, nil }
}

func watchError(err error) func(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return func(context.Context, metav1.ListOptions) (watch.Interface, error) { return nil, err }
}
