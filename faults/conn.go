package faults

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// pipe is one direction of a connection: a buffer without a bound, so that no writer
// ever waits. A reader waits on a condition, which blocks durably in a bubble, as a
// real socket would not.
type pipe struct {
	mu   sync.Mutex // guards everything below
	cond sync.Cond  // of mu: something of what a reader waits for has changed
	data []byte

	ended    error     // what comes behind the data, nil while it is open
	silent   bool      // what is written vanishes, and so does the end
	held     time.Time // nothing arrives before
	deadline time.Time // of the reader
}

func newPipe() *pipe {
	p := &pipe{}
	p.cond.L = &p.mu
	return p
}

func (p *pipe) read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		now := time.Now()
		switch {
		case !p.deadline.IsZero() && !now.Before(p.deadline):
			return 0, os.ErrDeadlineExceeded
		case now.Before(p.held):
		case len(p.data) > 0:
			n := copy(b, p.data)
			p.data = p.data[n:]
			return n, nil
		case p.ended != nil:
			return 0, p.ended
		}
		p.cond.Wait()
	}
}

func (p *pipe) write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.silent:
	case p.ended != nil:
		return 0, net.ErrClosed
	default:
		p.data = append(p.data, b...)
		p.cond.Broadcast()
	}
	return len(b), nil
}

// end lets the reader see err behind the data. The first end counts.
func (p *pipe) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended == nil && !p.silent {
		p.ended = err
		p.cond.Broadcast()
	}
}

// silence loses everything from now on.
func (p *pipe) silence() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = true
}

// found ends a pipe that may be silent: the reader's kernel has found out.
func (p *pipe) found(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.data, p.held = nil, time.Time{}
	if p.ended == nil {
		p.ended = err
	}
	p.cond.Broadcast()
}

// hold keeps everything back for a while.
func (p *pipe) hold(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = time.Now().Add(d)
	time.AfterFunc(d, p.look)
}

func (p *pipe) look() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cond.Broadcast()
}

func (p *pipe) setDeadline(t time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deadline = t
	p.cond.Broadcast()
	if wait := time.Until(t); !t.IsZero() && wait > 0 {
		time.AfterFunc(wait, p.look)
	}
}

// conn is one end of a connection.
type conn struct {
	link    *link
	in, out *pipe
	closed  bool // guarded by network.mu
}

var _ net.Conn = (*conn)(nil)

func (c *conn) Read(b []byte) (int, error) {
	n, err := c.in.read(b)
	if err != nil && err != io.EOF {
		err = &net.OpError{Op: "read", Net: "tcp", Addr: address, Err: err}
	}
	return n, err
}

func (c *conn) Write(b []byte) (int, error) {
	n, err := c.out.write(b)
	if err != nil {
		err = &net.OpError{Op: "write", Net: "tcp", Addr: address, Err: err}
	}
	return n, err
}

// Close ends both directions: what the other end has not read yet it still may.
func (c *conn) Close() error {
	c.in.found(net.ErrClosed)
	c.out.end(io.EOF)
	c.link.closed(c)
	return nil
}

func (c *conn) SetDeadline(t time.Time) error      { return c.SetReadDeadline(t) }
func (c *conn) SetReadDeadline(t time.Time) error  { c.in.setDeadline(t); return nil }
func (c *conn) SetWriteDeadline(t time.Time) error { return nil }
func (c *conn) LocalAddr() net.Addr                { return address }
func (c *conn) RemoteAddr() net.Addr               { return address }

var address net.Addr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 6443}
