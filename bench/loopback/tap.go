package loopback

import (
	"net/http"
	"sync"
	"time"
)

// Tap looks at a client's requests: how it asked for the state, and when.
type Tap struct {
	mu             sync.Mutex // guards all fields
	lists, streams int
	asked          chan time.Time // gets the time of the next request for the whole state; nil: of none
}

func (t *Tap) wrap(next http.RoundTripper) http.RoundTripper { return tapped{next, t} }

type tapped struct {
	next http.RoundTripper
	tap  *Tap
}

func (t tapped) RoundTrip(r *http.Request) (*http.Response, error) {
	t.tap.see(r)
	return t.next.RoundTrip(r)
}

// WrappedRoundTripper is how client-go finds what can close connections.
func (t tapped) WrappedRoundTripper() http.RoundTripper { return t.next }

// see counts a list in pages as one.
func (t *Tap) see(r *http.Request) {
	query := r.URL.Query()
	watches, streams := query.Get("watch") != "", query.Get("sendInitialEvents") == "true"
	if watches && !streams || query.Get("continue") != "" {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if streams {
		t.streams++
	} else {
		t.lists++
	}
	if t.asked != nil {
		t.asked <- time.Now() // there is room for one
		t.asked = nil
	}
}

// Next returns a channel on which comes when the next request for the whole state was sent.
func (t *Tap) Next() <-chan time.Time {
	asked := make(chan time.Time, 1)
	t.mu.Lock()
	t.asked = asked
	t.mu.Unlock()
	return asked
}

// Asked is how often the whole state was asked for so far, by lists and by streaming lists. An informer falls back from
// a stream to a list without a word.
func (t *Tap) Asked() (lists, streams int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lists, t.streams
}
