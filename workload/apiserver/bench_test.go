package apiserver_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// sink takes an answer, counts it, and ends the request at the end of the initial events.
type sink struct {
	header http.Header
	bytes  int
	end    context.CancelFunc
}

func (s *sink) Header() http.Header { return s.header }
func (s *sink) WriteHeader(int)     {}
func (s *sink) Flush()              {}
func (s *sink) Write(b []byte) (int, error) {
	s.bytes += len(b)
	if s.end != nil && bytes.Contains(b, []byte("initial-events-end")) {
		s.end()
	}
	return len(b), nil
}

// BenchmarkEncode is what the server itself spends on a list and on a streaming list.
func BenchmarkEncode(b *testing.B) {
	const n = 20_000
	pods := make([]runtime.Object, n)
	for i := range pods {
		pods[i] = pod(fmt.Sprintf("p%06d", i), i+1)
	}
	s := source.New(source.Options{})
	if err := s.Load(workload.Pods, pods); err != nil {
		b.Fatal(err)
	}
	h := apiserver.NewHandler(s)
	for _, list := range []struct{ name, query string }{
		{"plain", ""},
		{"stream", "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"},
	} {
		for _, encoding := range []struct{ name, accept string }{{"json", asJSON}, {"protobuf", asProtobuf}} {
			b.Run(fmt.Sprintf("list=%s/encoding=%s/objects=%d", list.name, encoding.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					ctx, cancel := context.WithCancel(b.Context())
					r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/v1/pods"+list.query, nil)
					r.Header.Set("Accept", encoding.accept)
					w := &sink{header: http.Header{}, end: cancel}
					h.ServeHTTP(w, r)
					cancel()
					b.SetBytes(int64(w.bytes))
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "objects/s")
			})
		}
	}
}
