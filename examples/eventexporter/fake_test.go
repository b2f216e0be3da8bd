package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// fake is as much of Elasticsearch as an exporter needs. It stores documents by ID and
// refuses what the test wants refused.
type fake struct {
	url string

	mu       sync.Mutex // guards the fields below
	stored   map[string]map[string]any
	attempts map[string]int // by ID
	requests int
	largest  int // documents in a request
	// request answers a whole request with another status than 200; item a document.
	// Both are called under mu, with how often they were called for it, from 1.
	request func(n, documents int) int
	item    func(id string, attempt int) int
	// stop, if it is not nil, ends a request before a document as ZincSearch does: with status 200, a reason, and the results so far.
	stop    func(id string, attempt int) (reason string)
	action  string        // the name that results go under
	changed chan struct{} // closed and replaced after each request
}

func serveFake(t *testing.T) *fake {
	f := &fake{
		stored: map[string]map[string]any{}, attempts: map[string]int{}, changed: make(chan struct{}),
		request: func(int, int) int { return http.StatusOK },
		item:    func(string, int) int { return http.StatusCreated },
		action:  "create",
	}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Elastic-Product", "Elasticsearch")
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path == "/" {
		_, _ = io.WriteString(w, `{"version":{"number":"8.19.7"}}`)
		return
	}
	if r.URL.Path != "/events/_bulk" {
		http.NotFound(w, r)
		return
	}
	status, items, reason := f.bulk(r.Body)
	w.WriteHeader(status)
	answer := map[string]any{"errors": true, "items": items}
	if reason != "" {
		answer["error"] = reason
	}
	_ = json.NewEncoder(w).Encode(answer)
}

func (f *fake) bulk(body io.Reader) (status int, items []any, reason string) {
	ids, documents := readBulk(body)
	f.mu.Lock()
	defer f.mu.Unlock()
	defer func() { close(f.changed); f.changed = make(chan struct{}) }()
	f.requests++
	f.largest = max(f.largest, len(ids))
	if status = f.request(f.requests, len(ids)); status != http.StatusOK {
		return status, nil, ""
	}
	for i, id := range ids {
		f.attempts[id]++
		if f.stop != nil {
			if reason = f.stop(id, f.attempts[id]); reason != "" {
				return status, items, reason
			}
		}
		result := f.item(id, f.attempts[id])
		if _, ok := f.stored[id]; ok {
			result = http.StatusConflict
		} else if result == http.StatusCreated {
			f.stored[id] = documents[i]
		}
		items = append(items, map[string]any{f.action: map[string]any{"_id": id, "status": result}})
	}
	return status, items, ""
}

// readBulk takes only what creates: an exporter must not be able to overwrite.
func readBulk(body io.Reader) (ids []string, documents []map[string]any) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var action struct {
			Create struct {
				ID string `json:"_id"`
			} `json:"create"`
		}
		var document map[string]any
		if json.Unmarshal(lines.Bytes(), &action) != nil || !lines.Scan() || json.Unmarshal(lines.Bytes(), &document) != nil {
			return nil, nil
		}
		ids, documents = append(ids, action.Create.ID), append(documents, document)
	}
	return ids, documents
}

// when calls f under the lock after each request until it returns true.
func (f *fake) when(t *testing.T, what string, done func() bool) {
	t.Helper()
	hang := hangAfter()
	for {
		f.mu.Lock()
		ok, changed := done(), f.changed
		f.mu.Unlock()
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

func (f *fake) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}
