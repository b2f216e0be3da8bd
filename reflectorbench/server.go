package reflectorbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// ServeSource serves the cell's population over HTTP on a free loopback port, with
// the control endpoints that Run drives it by. It writes its URL as one line to ready
// and serves until ctx ends or, unless that is nil, lifeline: the standard input of a
// server that is to end with the process that started it. The events it plays are
// the cell's own, in order.
func ServeSource(ctx context.Context, c Cell, lifeline io.Reader, ready io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if lifeline != nil {
		go func() {
			io.Copy(io.Discard, lifeline)
			cancel()
		}()
	}
	c = c.WithDefaults()
	if err := c.Validate(); err != nil {
		return err
	}
	local, err := newLocalFeed(ctx, c)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	control := &control{ctx: ctx, cell: c, local: local}
	server := &http.Server{Handler: control.handler()}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if _, err := fmt.Fprintf(ready, "http://%s\n", listener.Addr()); err != nil {
		return err
	}
	err = server.Serve(listener)
	control.playing.Wait()
	if errors.Is(err, http.ErrServerClosed) && ctx.Err() != nil {
		return nil
	}
	return err
}
