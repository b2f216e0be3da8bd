package reflectorbench

import (
	"context"
	"errors"
	"net"
	"net/http"

	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
	"informerbench/workload/apiserver"
)

// loopbackFeed is a source in this process that the pipeline reaches over HTTP. Its
// server shares cores, heap and collector with the pipeline, so it is for tests and
// smoke runs; results say so in their source configuration.
type loopbackFeed struct {
	*localFeed
	cell   Cell
	client *httpClient
	judge  *httpClient // see remoteFeed
	server *http.Server
}

func newLoopbackFeed(ctx context.Context, c Cell) (*loopbackFeed, error) {
	local, err := newLocalFeed(ctx, c)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: apiserver.NewHandler(local.src)}
	go server.Serve(listener) // ends with Close; its error is then ErrServerClosed
	url := "http://" + listener.Addr().String()
	client, err := newHTTPClient(url, local.of)
	if err != nil {
		return nil, err
	}
	judge, err := newHTTPClient(url, local.of)
	if err != nil {
		return nil, err
	}
	return &loopbackFeed{local, c, client, judge, server}, nil
}

func (f *loopbackFeed) listerWatcher(r workload.Resource) (cache.ListerWatcher, error) {
	return f.client.listerWatcher(r)
}

func (f *loopbackFeed) size(ctx context.Context) (size, error) { return f.judge.size(ctx, f.cell) }

// identity: what the client decodes are copies.
func (f *loopbackFeed) identity() bool { return false }

func (f *loopbackFeed) close() error {
	f.client.close()
	f.judge.close()
	return errors.Join(f.server.Close(), f.localFeed.close())
}
