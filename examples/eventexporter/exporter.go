package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/elastic/go-elasticsearch/v8"
	"k8s.io/client-go/tools/cache"
)

// exporter is a bulk indexer: workers take documents from a channel of fixed size, fill
// requests, and send each until every document in it has found its end. The client's own
// esutil.BulkIndexer does not retry the documents that a server refused for now.
type exporter struct {
	settings
	server    *elasticsearch.Client
	out       io.Writer
	documents chan document
	taken     atomic.Pointer[document] // one that the server has, whichever: see blame
	stats     stats
}

func newExporter(s settings, server *elasticsearch.Client, out io.Writer) *exporter {
	return &exporter{settings: s, server: server, out: out, documents: make(chan document, s.buffer)}
}

// run exports what read puts into the store that it is given, until the context ends and
// what is left has been sent or the flush timeout is over. Leftovers are an error.
func (x *exporter) run(ctx context.Context, read func(context.Context, cache.ReflectorStore)) error {
	// Requests do not end with ctx: they have the flush timeout more.
	sending, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var workers sync.WaitGroup
	for range x.workers {
		workers.Go(func() { x.work(sending) })
	}
	reported := make(chan struct{})
	go func() { defer close(reported); x.report(ctx) }()

	read(ctx, &feed{ctx: ctx, to: x.documents, took: x.stats.read.add})
	close(x.documents) // nobody puts any more: the workers end with the last document
	deadline := time.AfterFunc(x.flush, stop)
	defer deadline.Stop()
	workers.Wait()
	<-reported
	fmt.Fprintln(x.out, x.stats.String())
	if left := x.stats.left.load(); left > 0 {
		return fmt.Errorf("%d Events were not exported within %v: the next start exports them, if the cluster still has them", left, x.flush)
	}
	return nil
}

// work sends batch after batch until there are no more documents.
func (x *exporter) work(ctx context.Context) {
	for {
		batch := x.collect()
		if len(batch) == 0 {
			return
		}
		x.export(ctx, batch)
	}
}

// collect waits for a document and then, for a while, for more. It returns none when
// there will be no more.
func (x *exporter) collect() []document {
	first, ok := <-x.documents
	if !ok {
		return nil
	}
	batch := append(make([]document, 0, x.batch), first)
	full := time.NewTimer(x.every)
	defer full.Stop()
	for len(batch) < x.batch {
		select {
		case d, ok := <-x.documents:
			if !ok {
				return batch
			}
			batch = append(batch, d)
		case <-full.C:
			return batch
		}
	}
	return batch
}

// report prints progress until the context ends.
func (x *exporter) report(ctx context.Context) {
	tick := time.NewTicker(x.progress)
	defer tick.Stop()
	for last := ""; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if now := x.stats.String(); now != last {
				fmt.Fprintln(x.out, now)
				last = now
			}
		}
	}
}
