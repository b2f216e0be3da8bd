package wire_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"

	"informerbench/wire"
	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

const (
	asJSON     = "application/json"
	asProtobuf = "application/vnd.kubernetes.protobuf"
)

// server is the workload's API server with every resource, over loopback HTTP.
type server struct {
	*source.Source
	http       *httptest.Server
	transport  http.RoundTripper
	population *workload.Population
	tapped     bool // clients' requests go through wire.Transport
}

// population of every resource, real in size, the same one in all tests.
var population = sync.OnceValue(func() *workload.Population {
	p, err := workload.Generate(context.Background(), workload.Config{
		Seed: 1, Objects: 60, Profile: workload.Real, Resources: workload.Resources(),
	})
	if err != nil {
		panic(err)
	}
	return p
})

func serve(t testing.TB) *server {
	t.Helper()
	s := &server{Source: source.New(source.Options{}), population: population()}
	for _, r := range workload.Resources() {
		if err := s.Load(r, s.population.Objects(r)); err != nil {
			t.Fatal(err)
		}
	}
	s.start(t, apiserver.NewHandler(s.Source))
	return s
}

// handle serves a handler of the test's own.
func handle(t testing.TB, h http.HandlerFunc) *server {
	t.Helper()
	s := &server{}
	s.start(t, h)
	return s
}

func (s *server) start(t testing.TB, h http.Handler) {
	s.http = httptest.NewServer(h)
	transport := &http.Transport{}
	s.transport = transport
	t.Cleanup(func() {
		s.http.CloseClientConnections()
		s.http.Close()
		transport.CloseIdleConnections()
	})
}

func (s *server) config(encoding string) *rest.Config {
	c := &rest.Config{
		Host: s.http.URL, QPS: -1, Transport: accepting{s.transport, encoding},
		ContentConfig: rest.ContentConfig{ContentType: encoding, AcceptContentTypes: encoding},
	}
	if s.tapped {
		c.Wrap(wire.Transport)
	}
	return c
}

// accepting takes protobuf out of the Accept header where JSON is wanted: client-go's
// metadata client cannot be told.
type accepting struct {
	http.RoundTripper
	encoding string
}

func (a accepting) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.encoding == asJSON {
		r = r.Clone(r.Context())
		var kept []string
		for clause := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
			if !strings.HasPrefix(clause, asProtobuf) {
				kept = append(kept, clause)
			}
		}
		r.Header.Set("Accept", strings.Join(kept, ","))
	}
	return a.RoundTripper.RoundTrip(r)
}

// client is a REST client for a kind, as a clientset has it.
func (s *server) client(t testing.TB, kind schema.GroupVersionKind, encoding string) rest.Interface {
	t.Helper()
	c := s.config(encoding)
	gv := kind.GroupVersion()
	c.GroupVersion, c.APIPath = &gv, "/apis"
	if gv.Group == "" {
		c.APIPath = "/api"
	}
	c.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	client, err := rest.RESTClientFor(c)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// listOf is a new list of a typed kind.
func listOf(t testing.TB, kind schema.GroupVersionKind) runtime.Object {
	t.Helper()
	kind.Kind += "List"
	list, err := scheme.Scheme.New(kind)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
