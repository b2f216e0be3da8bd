package factory_test

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// memoryServer is an API server without sockets, whose connections block durably in a
// bubble, and a transport to it that counts how its clients list.
type memoryServer struct {
	*source.Source
	conns     chan net.Conn
	done      chan struct{}
	closing   sync.Once
	transport *http.Transport

	mu             sync.Mutex
	lists, streams int
}

// serve runs a server with one pod until the test ends.
func serve(t *testing.T) *memoryServer {
	t.Helper()
	s := &memoryServer{Source: source.New(source.Options{}), conns: make(chan net.Conn), done: make(chan struct{})}
	p := pod("a", "one")
	p.ResourceVersion = "1"
	if err := s.Load(workload.Pods, []runtime.Object{p}); err != nil {
		t.Fatal(err)
	}
	s.transport = &http.Transport{DialContext: s.dial}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- apiserver.Serve(ctx, s, s.Source) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("Serve returned %v", err)
		}
		s.transport.CloseIdleConnections()
	})
	return s
}

func (s *memoryServer) config() *rest.Config {
	return &rest.Config{Host: "http://memory", QPS: -1, Transport: s}
}

// RoundTrip counts the requests and passes them on.
func (s *memoryServer) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	switch q := r.URL.Query(); {
	case q.Get("sendInitialEvents") == "true":
		s.streams++
	case q.Get("watch") == "":
		s.lists++
	}
	s.mu.Unlock()
	return s.transport.RoundTrip(r)
}

func (s *memoryServer) counts() (lists, streams int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lists, s.streams
}

func (s *memoryServer) Accept() (net.Conn, error) {
	select {
	case c := <-s.conns:
		return c, nil
	case <-s.done:
		return nil, net.ErrClosed
	}
}

func (s *memoryServer) Close() error   { s.closing.Do(func() { close(s.done) }); return nil }
func (s *memoryServer) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }

func (s *memoryServer) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case s.conns <- server:
		return client, nil
	case <-s.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
