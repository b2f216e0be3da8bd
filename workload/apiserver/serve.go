package apiserver

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"informerbench/workload/source"
)

const (
	// shutdownTime is how long Serve waits for answers under way; watches end at once.
	shutdownTime = 5 * time.Second
	// headerTime bounds the wait for a request that never comes.
	headerTime = 30 * time.Second
)

// Serve answers requests on a listener until the context is done, and then returns
// nil after every watch has ended and every other answer is complete (or, after 5
// seconds, cut off). There is no authentication: listen on a loopback address. The
// listener is closed in every case.
func Serve(ctx context.Context, l net.Listener, s *source.Source) error {
	var unused unusedConns
	server := &http.Server{
		Handler:           NewHandler(s),
		ConnState:         unused.track,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerTime,
	}
	server.RegisterOnShutdown(unused.close)
	stopped := make(chan struct{})
	unhook := context.AfterFunc(ctx, func() {
		defer close(stopped)
		// Requests inherit ctx, so watches are ending already.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		defer cancel()
		if server.Shutdown(last) != nil {
			_ = server.Close() // nothing is left that could be done about it
		}
	})
	err := server.Serve(l)
	if unhook() { // it failed while the context lives: nothing shuts the server down
		_ = server.Close()
		return err
	}
	<-stopped
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
