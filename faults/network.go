package faults

import (
	"context"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// network is what lies between the clients and the server. It is the server's listener.
type network struct {
	accepted chan net.Conn
	down     chan struct{}         // closed at the end
	refused  func(context.Context) // is told of each refused connect

	mu      sync.Mutex // guards everything below
	links   map[*link]struct{}
	refuse  time.Time       // connects are refused until then
	slow    []time.Duration // what the next connects take
	stopped bool
}

func newNetwork(refused func(context.Context)) *network {
	return &network{accepted: make(chan net.Conn), down: make(chan struct{}), refused: refused, links: map[*link]struct{}{}}
}

// link is a connection.
type link struct {
	network        *network
	client, server *conn
}

// dial is the client's way to the server.
func (n *network) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	if err := n.delay(ctx); err != nil {
		return nil, err
	}
	l, err := n.connect()
	if err != nil {
		n.refused(ctx)
		return nil, err
	}
	select {
	case n.accepted <- l.server:
		return l.client, nil
	case <-n.down:
		return nil, refusal()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// delay waits as long as the next slow connect has to.
func (n *network) delay(ctx context.Context) error {
	n.mu.Lock()
	var d time.Duration
	if len(n.slow) > 0 {
		d, n.slow = n.slow[0], n.slow[1:]
	}
	n.mu.Unlock()
	if d == 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-n.down:
		return refusal()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (n *network) connect() (*link, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.stopped || time.Now().Before(n.refuse) {
		return nil, refusal()
	}
	l := &link{network: n}
	up, down := newPipe(), newPipe()
	l.client, l.server = &conn{link: l, in: down, out: up}, &conn{link: l, in: up, out: down}
	n.links[l] = struct{}{}
	return l, nil
}

func refusal() error {
	return &net.OpError{Op: "dial", Net: "tcp", Addr: address, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
}

// Accept, Close and Addr make the network a net.Listener.
func (n *network) Accept() (net.Conn, error) {
	select {
	case c := <-n.accepted:
		return c, nil
	case <-n.down:
		return nil, net.ErrClosed
	}
}

// Close ends everything that may still wait.
func (n *network) Close() error {
	n.mu.Lock()
	if !n.stopped {
		n.stopped = true
		close(n.down)
	}
	n.mu.Unlock()
	for _, l := range n.open() {
		l.lost(io.ErrClosedPipe)
	}
	return nil
}

// Addr is the server's address.
func (n *network) Addr() net.Addr { return address }

// refuseFor refuses connects and ends what is connected.
func (n *network) refuseFor(d time.Duration) {
	n.mu.Lock()
	n.refuse = time.Now().Add(d)
	n.mu.Unlock()
	n.resetAll()
}

func (n *network) slowDown(times int, d time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for range times {
		n.slow = append(n.slow, d)
	}
}

// heal ends what hinders connects.
func (n *network) heal() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.refuse, n.slow = time.Time{}, nil
}

func (n *network) resetAll() {
	for _, l := range n.open() {
		l.reset()
	}
}

func (n *network) open() []*link {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := make([]*link, 0, len(n.links))
	for l := range n.links {
		all = append(all, l)
	}
	return all
}

// closed forgets a link of which both ends are closed.
func (l *link) closed(c *conn) {
	l.network.mu.Lock()
	defer l.network.mu.Unlock()
	c.closed = true
	if l.client.closed && l.server.closed {
		delete(l.network.links, l)
	}
}

// reset lets the client read what has arrived and then a reset.
func (l *link) reset() {
	l.client.in.end(os.NewSyscallError("read", syscall.ECONNRESET))
	l.client.out.end(os.NewSyscallError("read", syscall.ECONNRESET))
}

// silence loses whatever either end sends. After d (never, if it is forever) the client's
// kernel gives the connection up, as its keep-alive probes would make it.
func (l *link) silence(d time.Duration) {
	l.client.in.silence()
	l.client.out.silence()
	if d != forever {
		time.AfterFunc(d, func() { l.lost(os.NewSyscallError("read", syscall.ETIMEDOUT)) })
	}
}

func (l *link) lost(err error) {
	l.client.in.found(err)
	l.server.in.found(err)
}
