package proxy

import (
	"context"
	"net"
	"sync"
	"time"
)

// Proxy passes bytes between clients and one server. All methods are safe for concurrent use, and each
// fault is felt by connections that exist when it is called; only Refuse is felt by later ones, too.
type Proxy struct {
	target   string
	listener net.Listener
	ctx      context.Context // ends with Close
	cancel   context.CancelFunc
	running  sync.WaitGroup

	// mu guards the connections. A connection is added before its bytes begin to pass, and a closed proxy
	// takes none, so whoever holds mu sees every connection that can pass anything.
	mu      sync.Mutex
	open    map[*connection]struct{}
	refused time.Time // until when new connections are reset
	total   int
}

// Listen starts a proxy to target (host:port) on a free port of 127.0.0.1. The target need not be
// there: connections are then reset.
func Listen(target string) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{target: target, listener: listener, open: map[*connection]struct{}{}}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.running.Go(p.accept)
	return p, nil
}

// Address is where clients connect.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Connections is the number of connections that there have been, refused ones not counted.
func (p *Proxy) Connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
}

// Close resets all connections, takes no more, and returns when nothing of the proxy runs any more.
func (p *Proxy) Close() {
	p.cancel()
	p.listener.Close()
	p.Cut()
	p.running.Wait()
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed: nothing else ends a listener on loopback for good
		}
		p.running.Go(func() { p.serve(client.(*net.TCPConn)) })
	}
}

// serve passes one connection until either side ends it or a fault does.
func (p *Proxy) serve(client *net.TCPConn) {
	if p.refuses() {
		reset(client)
		return
	}
	var dialer net.Dialer
	server, err := dialer.DialContext(p.ctx, "tcp", p.target)
	if err != nil {
		reset(client)
		return
	}
	c := newConnection(client, server.(*net.TCPConn))
	if !p.add(c) {
		c.reset()
		return
	}
	defer p.remove(c)
	c.pass()
}

func (p *Proxy) refuses() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Now().Before(p.refused)
}

// add says whether the connection may begin. What was refused while it was being made is refused now.
func (p *Proxy) add(c *connection) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil || time.Now().Before(p.refused) {
		return false
	}
	p.open[c] = struct{}{}
	p.total++
	return true
}

func (p *Proxy) remove(c *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, c)
}
