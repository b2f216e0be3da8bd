package reflectorbench

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
)

// Wire is what went over a client's connections.
type Wire struct {
	Requests       int64 // that were begun
	Received, Sent int64 // bytes, headers included
}

func (w Wire) since(before Wire) Wire {
	return Wire{w.Requests - before.Requests, w.Received - before.Received, w.Sent - before.Sent}
}

// traffic counts at the connections, so that nothing that is sent or received is missed. Each count is exact by itself;
// one reading of all three is not of one moment.
type traffic struct{ requests, received, sent atomic.Int64 }

func (t *traffic) read() Wire { return Wire{t.requests.Load(), t.received.Load(), t.sent.Load()} }

// dial is a dialer for [k8s.io/client-go/rest.Config].
func (t *traffic) dial(ctx context.Context, network, address string) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return countedConn{conn, t}, nil
}

type countedConn struct {
	net.Conn
	traffic *traffic
}

func (c countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.traffic.received.Add(int64(n))
	return n, err
}

func (c countedConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.traffic.sent.Add(int64(n))
	return n, err
}

// wrap counts requests.
func (t *traffic) wrap(next http.RoundTripper) http.RoundTripper { return countedRequests{next, t} }

type countedRequests struct {
	next    http.RoundTripper
	traffic *traffic
}

func (c countedRequests) RoundTrip(r *http.Request) (*http.Response, error) {
	c.traffic.requests.Add(1)
	return c.next.RoundTrip(r)
}

// WrappedRoundTripper is how client-go finds what can close connections.
func (c countedRequests) WrappedRoundTripper() http.RoundTripper { return c.next }
