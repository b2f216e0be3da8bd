package reflectorbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// ServeSource serves the cell's population over HTTP, see [ServeLoopback], with
// the control endpoints that Run drives it by, until ctx or the lifeline ends. The
// events it plays are the cell's own, in order.
func ServeSource(ctx context.Context, c Cell, lifeline io.Reader, ready io.Writer) error {
	ctx, cancel := WithLifeline(ctx, lifeline)
	defer cancel()
	c = c.WithDefaults()
	if err := c.Validate(); err != nil {
		return err
	}
	local, err := newLocalFeed(ctx, c)
	if err != nil {
		return err
	}
	defer local.close() // of a file that was only read
	control := &control{ctx: ctx, serves: c.served(), local: local}
	if recorded, ok := local.tape.(*recordedTape); ok {
		control.serves = c.servedTrace(recorded.trace)
	}
	err = ServeLoopback(ctx, control.handler(), ready)
	cancel() // what is still playing ends too
	control.playing.Wait()
	return err
}

// WithLifeline returns a context that ends with ctx or, unless that is nil, with lifeline: the
// standard input of a process that is to end with the one that started it.
func WithLifeline(ctx context.Context, lifeline io.Reader) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if lifeline != nil {
		go func() {
			io.Copy(io.Discard, lifeline)
			cancel()
		}()
	}
	return ctx, cancel
}

// ServeLoopback serves on a free loopback port until ctx ends. It writes its URL as one line to
// ready.
func ServeLoopback(ctx context.Context, handler http.Handler, ready io.Writer) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if _, err := fmt.Fprintf(ready, "http://%s\n", listener.Addr()); err != nil {
		return err
	}
	err = server.Serve(listener)
	if errors.Is(err, http.ErrServerClosed) && ctx.Err() != nil {
		return nil
	}
	return err
}
