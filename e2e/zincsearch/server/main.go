// zincsearch is ZincSearch's API as Elasticsearch's clients use it, built from the Go module proxy.
//
// ZincSearch's own main embeds a web interface whose files are not in its module, so it does not build from
// there. This one serves ZincSearch's handlers without the interface. It is set up by ZincSearch's environment
// variables, prints its address in one line on standard output, and ends when it is interrupted.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/zincsearch/zincsearch/pkg/core"
	"github.com/zincsearch/zincsearch/pkg/metadata"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "zincsearch:", err)
		os.Exit(1)
	}
}

// serve answers on a free port of loopback until the context ends, and closes the indexes.
func serve(ctx context.Context) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("serving on http://%s\n", listener.Addr())
	server := &http.Server{Handler: routes()}
	stopped := make(chan error, 1)
	context.AfterFunc(ctx, func() {
		within, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		stopped <- server.Shutdown(within)
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return errors.Join(<-stopped, core.ZINC_INDEX_LIST.Close(), metadata.Close())
}
