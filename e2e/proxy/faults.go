package proxy

import "time"

// Cut resets every connection and returns their number.
func (p *Proxy) Cut() int { return p.each((*connection).reset) }

// CutAfter resets every connection as soon as the server has sent that many more bytes, be it in the
// middle of a message. One that the server has nothing to send on stays.
func (p *Proxy) CutAfter(bytes int) int {
	return p.each(func(c *connection) { c.left.Store(int64(max(bytes, 0))) })
}

// Stall lets nothing pass for a while, and then everything.
func (p *Proxy) Stall(d time.Duration) int {
	return p.each(func(c *connection) { c.hold(max(d, time.Nanosecond)) })
}

// Silence lets nothing pass on the present connections ever again, as a network does that has lost its way:
// no side is told. New connections work.
func (p *Proxy) Silence() int { return p.each(func(c *connection) { c.hold(0) }) }

// Refuse resets every connection, and for a while every new one.
func (p *Proxy) Refuse(d time.Duration) int {
	p.mu.Lock()
	p.refused = time.Now().Add(d)
	p.mu.Unlock()
	return p.Cut()
}

func (p *Proxy) each(do func(*connection)) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		do(c)
	}
	return len(p.open)
}
