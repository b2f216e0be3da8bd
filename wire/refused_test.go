package wire_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/wire"
)

// refusals are answers other than 200, as servers and proxies give them.
func refusals() map[string]*http.Response {
	status := func(code int, s string, header ...string) *http.Response {
		r := &http.Response{StatusCode: code, Header: http.Header{"Content-Type": {asJSON}}, Body: io.NopCloser(strings.NewReader(s))}
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return r
	}
	failure := `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"m","reason":%q,"code":%d}`
	return map[string]*http.Response{
		"410":           status(410, fmt.Sprintf(failure, "Expired", 410)),
		"403":           status(403, fmt.Sprintf(failure, "Forbidden", 403)),
		"422":           status(422, fmt.Sprintf(failure, "Invalid", 422)),
		"429":           status(429, fmt.Sprintf(failure, "TooManyRequests", 429)),
		"429 retry":     status(429, fmt.Sprintf(failure, "TooManyRequests", 429), "Retry-After", "1"),
		"500 text":      status(500, "oops", "Content-Type", "text/plain"),
		"503 retry":     status(503, "", "Retry-After", "2", "Content-Type", "text/plain"),
		"404 page":      status(404, "<html>", "Content-Type", "text/html"),
		"504 too large": status(504, `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"Too large resource version: 9, current: 1","reason":"Timeout","code":504,"details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1}}`),
		"401 nothing":   status(401, ""),
	}
}

// An answer that is not 2xx is the error that client-go's clients make of it, after as
// many tries and as much time.
func TestRefusalsEqualClientGos(t *testing.T) {
	for name, r := range refusals() {
		text, _ := io.ReadAll(r.Body)
		for _, watch := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				c := transport(func(request *http.Request) (*http.Response, error) {
					tries++
					copied := *r
					copied.Request, copied.Body = request, io.NopCloser(strings.NewReader(string(text)))
					return &copied, nil
				}).configMaps(t, asJSON, nil)
				begin := time.Now()
				ours := outcome(t, c.wire, watch)
				oursTries, oursTime := tries, time.Since(begin)
				tries, begin = 0, time.Now()
				theirs := outcome(t, c.peer, watch)
				if oursTries != tries || oursTime != time.Since(begin) {
					t.Errorf("%s watch=%v: %d tries in %v, client-go %d in %v", name, watch, oursTries, oursTime, tries, time.Since(begin))
				}
				var a, b apierrors.APIStatus
				if !errors.As(ours, &a) || !errors.As(theirs, &b) {
					t.Fatalf("%s watch=%v: %v, client-go has %v", name, watch, ours, theirs)
				}
				equal(t, a.Status(), b.Status())
			})
		}
	}
}

func outcome(t *testing.T, s interface {
	watcher
	lister
}, watch bool) error {
	t.Helper()
	if !watch {
		_, err := s.ListWithContext(t.Context(), metav1.ListOptions{})
		return err
	}
	w, err := s.WatchWithContext(t.Context(), metav1.ListOptions{})
	if err == nil {
		w.Stop()
	}
	return err
}

// A connection that breaks before the answer is tried again, as often and after as long
// as client-go does; a watch that got none in the end is an empty one.
func TestBrokenConnectionsAreTriedAgainAsByClientGo(t *testing.T) {
	for _, broken := range []error{io.EOF, syscall.ECONNRESET, syscall.ECONNREFUSED, errors.New("something else")} {
		for _, watch := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				c := transport(func(*http.Request) (*http.Response, error) {
					tries++
					return nil, broken
				}).configMaps(t, asJSON, nil)
				begin := time.Now()
				ours := outcome(t, c.wire, watch)
				oursTries, oursTime := tries, time.Since(begin)
				tries, begin = 0, time.Now()
				theirs := outcome(t, c.peer, watch)
				if oursTries != tries || oursTime != time.Since(begin) || (ours == nil) != (theirs == nil) || errors.Is(ours, broken) != errors.Is(theirs, broken) {
					t.Errorf("%v watch=%v: %d tries in %v, %v; client-go %d in %v, %v", broken, watch, oursTries, oursTime, ours, tries, time.Since(begin), theirs)
				}
			})
		}
	}
}

// A list that is a Status, or of another kind, is not an empty list.
func TestListOfAnotherKind(t *testing.T) {
	for _, list := range []string{
		`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410}`,
		`{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"name":"a"}}]}`,
		`{"metadata":{},"items":[],"kind":"PodList","apiVersion":"v1"}`,
	} {
		_, err := drainList(t, body(asJSON, []byte(list)).configMaps(t, asJSON, nil).wire)
		if err == nil || !strings.Contains(err.Error(), "ConfigMapList") {
			t.Errorf("%s: %v", list, err)
		}
	}
}

// One item that cannot be decoded fails the list and is named.
func TestListWithABrokenItem(t *testing.T) {
	list := `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"name":"a"}},{"data":7},{}]}`
	items, err := drainList(t, body(asJSON, []byte(list)).configMaps(t, asJSON, nil).wire)
	if err == nil || !strings.Contains(err.Error(), "item 1 ") || len(items) != 1 {
		t.Errorf("%d items, %v", len(items), err)
	}
	many := func(o *wire.Options) { o.Decoders = 1 }
	if _, err := drainList(t, body(asJSON, []byte(list)).configMaps(t, asJSON, many).wire); err == nil {
		t.Error("no error with one decoder")
	}
}
