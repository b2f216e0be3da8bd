package apiserver

import (
	"net"
	"net/http"
	"sync"
)

// unusedConns are the connections on which no request has come yet. Clients open
// some in reserve, and a shutdown would wait five seconds for each to speak.
type unusedConns struct {
	mu     sync.Mutex // guards both fields
	conns  map[net.Conn]struct{}
	closed bool
}

// track is a server's ConnState hook.
func (u *unusedConns) track(c net.Conn, state http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if state != http.StateNew {
		delete(u.conns, c)
		return
	}
	if u.closed { // accepted just before the listener was closed
		_ = c.Close()
		return
	}
	if u.conns == nil {
		u.conns = map[net.Conn]struct{}{}
	}
	u.conns[c] = struct{}{}
}

func (u *unusedConns) close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	for c := range u.conns {
		_ = c.Close() // the server forgets it when its read fails
	}
}
