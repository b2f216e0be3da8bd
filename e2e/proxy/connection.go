package proxy

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// connection is a client's connection and the one to the server that belongs to it.
type connection struct {
	client, server *net.TCPConn
	// left is the number of bytes that the server may still send before the connection is reset;
	// negative is no bound. Only the direction from the server takes from it.
	left atomic.Int64
	// ended is closed by the first reset, so that a pass that is held does not outlive the connection.
	ended chan struct{}
	once  sync.Once

	mu   sync.Mutex // guards gate
	gate chan struct{}
}

func newConnection(client, server *net.TCPConn) *connection {
	c := &connection{client: client, server: server, ended: make(chan struct{}), gate: make(chan struct{})}
	c.left.Store(-1)
	close(c.gate)
	return c
}

// pass copies both ways until both have ended. The end of one direction is passed on as it is.
func (c *connection) pass() {
	var both sync.WaitGroup
	both.Go(func() { c.copy(c.server, c.client, func(n int) int { return n }) })
	both.Go(func() { c.copy(c.client, c.server, c.allowed) })
	both.Wait()
	c.client.Close()
	c.server.Close()
	c.finish()
}

// copy passes bytes on, each time as many as may pass; fewer than there are means a reset behind them.
func (c *connection) copy(to, from *net.TCPConn, may func(int) int) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if !c.awaitGate() {
			return
		}
		pass := may(n)
		if _, failed := to.Write(buffer[:pass]); failed != nil || pass < n {
			c.reset()
			return
		}
		if err == io.EOF {
			to.CloseWrite()
			return
		}
		if err != nil { // a reset is passed on as one
			c.reset()
			return
		}
	}
}

func (c *connection) allowed(n int) int {
	left := c.left.Load()
	if left < 0 {
		return n
	}
	pass := min(n, int(left))
	// A bound that was set between the two lines stays as it was set.
	c.left.CompareAndSwap(left, left-int64(pass))
	return pass
}

// awaitGate waits while nothing may pass; false means that the connection has ended.
func (c *connection) awaitGate() bool {
	for {
		c.mu.Lock()
		gate := c.gate
		c.mu.Unlock()
		select {
		case <-gate:
			// Open, unless it was shut again in between: the next fault then holds the next bytes.
			return true
		case <-c.ended:
			return false
		}
	}
}

// hold lets nothing pass for a while; zero is for ever.
func (c *connection) hold(d time.Duration) {
	gate := make(chan struct{})
	c.mu.Lock()
	c.gate = gate
	c.mu.Unlock()
	if d > 0 {
		time.AfterFunc(d, func() { close(gate) })
	}
}

// reset ends both sides at once: each sees a reset, and what was on the way is lost.
func (c *connection) reset() {
	reset(c.client)
	reset(c.server)
	c.finish()
}

func (c *connection) finish() { c.once.Do(func() { close(c.ended) }) }

// reset closes with RST instead of FIN.
func reset(conn *net.TCPConn) {
	_ = conn.SetLinger(0) // of a connection that is closed already
	conn.Close()
}
