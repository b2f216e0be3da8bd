package faults

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
)

// server is a cluster behind a network.
type server struct {
	storage *storage
	front   *front
	calls   *calls
	network *network
	http    *http.Server
	served  chan struct{}
}

func newServer(p Plan, fail func(violation)) *server {
	s := &server{storage: newStorage(), calls: newCalls(fail), served: make(chan struct{})}
	s.front = &front{storage: s.storage, calls: s.calls, pageCap: p.Setup.PageCap, struck: map[Kind]int{}}
	s.network = newNetwork(func(ctx context.Context) { s.calls.count(ctx) })
	s.http = &http.Server{
		Handler:  s.front,
		ErrorLog: log.New(io.Discard, "", 0),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, linkKey{}, c.(*conn).link)
		},
	}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(s.network) // it ends by being closed
	}()
	return s
}

// client returns a client of the server's, and what ends its connections.
func (s *server) client(encoding string) (rest.Interface, func(), error) {
	mediaType := "application/json"
	if encoding == "protobuf" {
		mediaType = "application/vnd.kubernetes.protobuf"
	}
	transport := &http.Transport{DialContext: s.network.dial, DisableCompression: true}
	c, err := rest.RESTClientForConfigAndClient(&rest.Config{
		Host: "http://simulated", APIPath: "/api", QPS: -1,
		ContentConfig: rest.ContentConfig{
			GroupVersion: &schema.GroupVersion{Version: "v1"}, NegotiatedSerializer: scheme.Codecs.WithoutConversion(),
			ContentType: mediaType, AcceptContentTypes: mediaType,
		},
	}, &http.Client{Transport: transport})
	return c, transport.CloseIdleConnections, err
}

// close ends the server and every connection.
func (s *server) close() {
	_ = s.network.Close() // never fails
	_ = s.http.Close()    // nothing is left to lose
	<-s.served
}
