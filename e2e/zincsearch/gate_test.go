package zincsearch_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// gate stands between the exporter and ZincSearch. It can hold requests on their way, pass them on after their sender has
// died, and be busy at times; and it knows which documents ZincSearch said it has.
type gate struct {
	to, url string

	mu       sync.Mutex // guards the fields below
	taken    map[string]bool
	requests int
	passes   int           // requests before the gate closes
	every    int           // this one of so many is answered with 429; 0: none
	held     int           // requests that wait
	open     chan struct{} // closed when it opens for good
	changed  chan struct{} // closed and replaced with each change
}

func serveGate(t *testing.T, to string, passes int) *gate {
	t.Helper()
	g := &gate{to: to, taken: map[string]bool{}, passes: passes, open: make(chan struct{}), changed: make(chan struct{})}
	proxy := httptest.NewServer(g)
	t.Cleanup(func() {
		proxy.CloseClientConnections()
		g.release() // a failed test may have left it closed
		proxy.Close()
	})
	u, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.User, u.Path = url.UserPassword(user, password), "/es"
	g.url = u.String()
	return g
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	bulk := strings.HasSuffix(r.URL.Path, "/_bulk")
	if bulk && !g.admit() {
		w.Header().Set("X-Elastic-Product", "Elasticsearch")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	// Not with the sender's context: it may be dead by now, and that is the point.
	request, _ := http.NewRequest(r.Method, g.to+r.URL.RequestURI(), bytes.NewReader(body))
	request.Header = r.Header.Clone()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	if bulk {
		g.note(answer)
	}
	for name, values := range response.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(response.StatusCode)
	_, _ = w.Write(answer)
}

// admit counts a request and waits while the gate is closed. It reports false where it is to be refused.
func (g *gate) admit() bool {
	g.mu.Lock()
	g.requests++
	refused := g.every > 0 && g.requests%g.every == 0
	closed := g.requests > g.passes
	if closed && !refused {
		g.held++
		g.change()
	}
	g.mu.Unlock()
	if closed && !refused {
		<-g.open
	}
	return !refused
}

// change wakes whoever waits; the caller holds mu.
func (g *gate) change() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// note reads which documents were taken. If the answer names a reason the request was not taken as a whole.
func (g *gate) note(answer []byte) {
	var bulk struct {
		Error string
		Items []map[string]struct {
			ID     string `json:"_id"`
			Status int
		}
	}
	if json.Unmarshal(answer, &bulk) != nil || bulk.Error != "" {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, item := range bulk.Items {
		for _, result := range item {
			if result.Status < http.StatusMultipleChoices {
				g.taken[result.ID] = true
			}
		}
	}
	g.change()
}

// release lets the requests that wait, and all others, through.
func (g *gate) release() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.open:
	default:
		close(g.open)
	}
}

// when waits until that is so. done is called under the lock.
func (g *gate) when(t *testing.T, what string, done func() bool) {
	t.Helper()
	hang := time.After(patience)
	for {
		g.mu.Lock()
		ok, changed := done(), g.changed
		g.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-hang:
			t.Fatalf("it never came to that: %s", what)
		}
	}
}

// takes waits until ZincSearch said that it has all of these.
func (g *gate) takes(t *testing.T, want map[string]bool) {
	t.Helper()
	g.when(t, "ZincSearch has taken all versions", func() bool {
		for id := range want {
			if !g.taken[id] {
				return false
			}
		}
		return true
	})
}
