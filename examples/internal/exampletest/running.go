package exampletest

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for what must come: only a hang takes as long.
const patience = 30 * time.Second

// Running is an example under way.
type Running struct {
	t      *testing.T
	cancel context.CancelFunc
	ended  chan struct{} // closed after err is set
	err    error

	mu   sync.Mutex // guards text and more
	text strings.Builder
	more chan struct{} // closed and replaced with each write
}

// Start calls an example's run function and cancels its context when the test ends.
func Start(t *testing.T, run func(context.Context, []string, io.Writer) error, args ...string) *Running {
	ctx, cancel := context.WithCancel(context.Background())
	r := &Running{t: t, cancel: cancel, ended: make(chan struct{}), more: make(chan struct{})}
	go func() { defer close(r.ended); r.err = run(ctx, args, r) }()
	t.Cleanup(func() { cancel(); <-r.ended })
	return r
}

// Write is where the example prints to.
func (r *Running) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text.Write(b)
	close(r.more)
	r.more = make(chan struct{})
	return len(b), nil
}

func (r *Running) read() (string, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String(), r.more
}

// Text is everything that was printed so far.
func (r *Running) Text() string {
	text, _ := r.read()
	return text
}

// WaitFor waits until what was printed contains the text, and returns all of it.
func (r *Running) WaitFor(want string) string {
	r.t.Helper()
	return r.WaitForAgain(1, want)
}

// WaitForAgain waits until what was printed contains the text that often.
func (r *Running) WaitForAgain(times int, want string) string {
	r.t.Helper()
	hang := time.After(patience)
	for {
		text, more := r.read()
		if strings.Count(text, want) >= times {
			return text
		}
		select {
		case <-more:
		case <-r.ended:
			if text := r.Text(); strings.Count(text, want) < times {
				r.t.Fatalf("the example ended (%v) without printing %q but\n%s", r.err, want, text)
			}
			return r.Text()
		case <-hang:
			r.t.Fatalf("%q was not printed (often enough), but\n%s", want, text)
		}
	}
}

// Wait waits until the example ends by itself, and returns its error.
func (r *Running) Wait() error {
	r.t.Helper()
	select {
	case <-r.ended:
		return r.err
	case <-time.After(patience):
		r.t.Fatalf("the example does not end; it printed\n%s", r.Text())
		return nil
	}
}

// Interrupt cancels the example's context and returns what it returned.
func (r *Running) Interrupt() error {
	r.t.Helper()
	r.cancel()
	return r.Wait()
}
