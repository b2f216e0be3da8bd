package wire_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
	"informerbench/workload"
)

// closing is a body that tells whether it was closed.
type closing struct {
	io.Reader
	closed *atomic.Bool
}

func (c closing) Close() error { c.closed.Store(true); return nil }

// answering is a server that answers every request. It tells whether the first answer's body was closed.
type answering struct {
	requests    int
	firstClosed atomic.Bool
}

func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	body := closing{strings.NewReader("{}"), new(atomic.Bool)}
	if a.requests++; a.requests == 1 {
		body.closed = &a.firstClosed
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: body, Request: r}, nil
}

// An answer that nobody waits for any more, and one that another one follows, is closed: its connection would
// stay open for good.
func TestOverClosesWhatNobodyReads(t *testing.T) {
	gaveUp := errors.New("gave up")
	for name, late := range map[string]bool{"late": true, "twice": false} {
		server, given, sent := &answering{}, make(chan struct{}), make(chan error, 1)
		through := wire.Transport(server)
		ask := func(ctx context.Context) error {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://server/pods", nil)
			if err == nil {
				_, err = through.RoundTrip(r)
			}
			return err
		}
		lw := &cache.ListWatch{ListWithContextFunc: func(ctx context.Context, _ metav1.ListOptions) (runtime.Object, error) {
			if !late {
				return nil, errors.Join(gaveUp, ask(ctx), ask(ctx))
			}
			ctx = context.WithoutCancel(ctx)
			go func() { <-given; sent <- ask(ctx) }()
			return nil, gaveUp
		}}
		_, err := wire.Over(lw, wire.Options{Example: workload.Pods.New()}).ListWithContext(t.Context(), metav1.ListOptions{})
		if late {
			close(given)
			if err = errors.Join(err, <-sent); !errors.Is(err, gaveUp) {
				t.Errorf("%s: error %v, want that of the source below", name, err)
			}
		}
		if !server.firstClosed.Load() {
			t.Errorf("%s: the answer that nobody reads is not closed", name)
		}
	}
}
