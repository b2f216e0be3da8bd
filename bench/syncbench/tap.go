package syncbench

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// tap looks at a client's requests: how it asked for the state, and when.
type tap struct {
	mu             sync.Mutex // guards all fields
	lists, streams int
	asked          chan time.Time // gets the time of the next request for the whole state; nil: of none
}

func (t *tap) wrap(next http.RoundTripper) http.RoundTripper { return tapped{next, t} }

type tapped struct {
	next http.RoundTripper
	tap  *tap
}

func (t tapped) RoundTrip(r *http.Request) (*http.Response, error) {
	t.tap.see(r)
	return t.next.RoundTrip(r)
}

// WrappedRoundTripper is how client-go finds what can close connections.
func (t tapped) WrappedRoundTripper() http.RoundTripper { return t.next }

// see counts a list in pages as one.
func (t *tap) see(r *http.Request) {
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

// next returns a channel on which comes when the next request for the whole state was sent.
func (t *tap) next() <-chan time.Time {
	asked := make(chan time.Time, 1)
	t.mu.Lock()
	t.asked = asked
	t.mu.Unlock()
	return asked
}

// check demands that the state was got so many times and in that way: an informer falls back from a
// stream to a list without a word. Of the streams that are refused the client may have tried one
// and remembered, or one each time.
func (t *tap) check(mode List, times int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	want := [2]int{0, times}
	if mode != StreamList {
		want = [2]int{times, max(min(t.streams, times), 1)}
	}
	if have := [2]int{t.lists, t.streams}; have != want {
		return fmt.Errorf("the informer sent %d lists and %d streaming lists to a server of mode %s, want %d and %d",
			have[0], have[1], mode, want[0], want[1])
	}
	return nil
}
