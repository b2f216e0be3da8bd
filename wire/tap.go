package wire

import (
	"context"
	"io"
	"net/http"
	"sync"
)

type tapKey struct{}

// tap takes the answer to a request from the client that sends it. The client is given an empty one, and has
// done its part: address, credentials, rate limit, tries, and errors of any answer but 200.
type tap struct {
	ctx    context.Context // of the answer; the client's own may end when its call returns
	accept string

	mu   sync.Mutex // guards the rest: a transport may work on a goroutine of its own
	sent bool       // a request came by
	over bool       // nobody waits for an answer any more
	body io.ReadCloser
}

// roundTrip sends a request with the tap's context and Accept header, and keeps the body of the answer.
func (t *tap) roundTrip(next http.RoundTripper, r *http.Request) (*http.Response, error) {
	t.mu.Lock()
	t.sent = true
	t.mu.Unlock()
	request := r.Clone(t.ctx)
	request.Header.Set("Accept", t.accept)
	response, err := next.RoundTrip(request)
	if err != nil || response.StatusCode != http.StatusOK {
		return response, err
	}
	t.take(response.Body)
	empty := *response
	empty.Request, empty.Body, empty.ContentLength = r, http.NoBody, 0
	empty.Header = response.Header.Clone()
	empty.Header.Set("Content-Type", jsonType) // which every client can read none of
	empty.Header.Del("Content-Length")
	return &empty, nil
}

// take keeps a body, and closes one that nobody waits for or that comes before another.
func (t *tap) take(body io.ReadCloser) {
	t.mu.Lock()
	late := t.body
	if t.over {
		late = body
	} else {
		t.body = body
	}
	t.mu.Unlock()
	if late != nil {
		_ = late.Close()
	}
}

// answer returns what came. The client's error counts only if nothing did: it was given nothing to decode.
// Without error and body the client has itself made nothing of a failure, as with watches whose connection ended; then it is
// instead, or an error if that is nil.
func (t *tap) answer(err error, instead io.ReadCloser) (io.ReadCloser, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	switch {
	case t.body != nil:
		return t.body, nil
	case err != nil:
		return nil, err
	case !t.sent:
		return nil, errNotTapped
	case instead == nil:
		return nil, errNoAnswer
	}
	return instead, nil
}
