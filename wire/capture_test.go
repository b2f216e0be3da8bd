package wire_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// canned answers every request with the bytes that the API server sent once, so that
// only the client's side is measured.
type canned struct {
	header http.Header
	body   []byte
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Header: c.header, Request: r,
		Body: io.NopCloser(&wireReader{bytes.NewReader(c.body)}),
	}, nil
}

// wireReader gives 16 KiB at most, as a connection does.
type wireReader struct{ r io.Reader }

func (w *wireReader) Read(b []byte) (int, error) { return w.r.Read(b[:min(len(b), 16<<10)]) }

func (c *canned) server() *server {
	return &server{http: &httptest.Server{URL: "http://canned"}, transport: c}
}

// capture takes an answer of the API server; a watch's ends at the end of the list.
func capture(t testing.TB, h http.Handler, path, accept string) *canned {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	r.Header.Set("Accept", accept)
	w := &recorder{header: http.Header{}, end: cancel}
	h.ServeHTTP(w, r)
	return &canned{w.header, w.body.Bytes()}
}

type recorder struct {
	header http.Header
	body   bytes.Buffer
	end    context.CancelFunc
}

func (r *recorder) Header() http.Header { return r.header }
func (r *recorder) WriteHeader(int)     {}
func (r *recorder) Flush()              {}
func (r *recorder) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("initial-events-end")) {
		r.end()
	}
	return r.body.Write(b)
}
