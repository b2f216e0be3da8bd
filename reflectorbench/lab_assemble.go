package reflectorbench

import (
	"context"
	"fmt"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/stores/catalog"
	"informerbench/workload"
)

// LabParts is what stands in an informer's place is made of.
type LabParts struct {
	Resource workload.Resource
	Source   cache.ListerWatcher
	Indexers cache.Indexers
	// Handler calls all handlers, one after the other; it must be called by one goroutine at a time.
	Handler cache.ResourceEventHandler
	// Client reads the same API; nil where the source is in this process.
	Client rest.Interface
}

// LabPipeline is what stands in an informer's place.
type LabPipeline struct {
	Store  Reads                     // what readers ask
	Run    func(ctx context.Context) // blocks until ctx ends
	Synced <-chan struct{}           // closed once the handler has seen the whole initial state
	// Remote: Store asks the API server and keeps nothing. There is nothing of it to verify and no staleness to look for.
	Remote bool
	// Merges: of several changes of an object the handler may see the last only, and none for some time.
	Merges bool
}

// assemble builds one pipeline with the lab's handlers and indexes. rec is nil for the second informer of a resource.
func (l *Lab) assemble(c Cell, k workload.Kind, tap *requestTap, rec *recorder) (*pipeline, error) {
	variant, err := catalog.Lookup(c.Store)
	if err != nil {
		return nil, usagef("%v", err)
	}
	recorders := l.recorders(k.Resource, rec)
	p := parts{cell: c, kind: k, lw: tap, newStore: variant.New, indexers: l.indexers(k.Resource), options: l.options.Options}
	for _, rec := range recorders {
		p.handlers = append(p.handlers, rec)
	}
	var built *pipeline
	if l.options.Pipeline != nil {
		built, err = l.stand(p)
	} else {
		built, err = assembleWith(p, recorders[0])
	}
	if err != nil {
		return nil, err
	}
	built.recorder, built.others = recorders[0], recorders[1:]
	return built, nil
}

// recorders are the handlers of one informer.
func (l *Lab) recorders(r workload.Resource, first *recorder) []*recorder {
	all := make([]*recorder, l.options.Handlers)
	for i := range all {
		if i == 0 && first != nil {
			all[i] = first
		} else {
			all[i] = newRecorder(l.arrivals[i], l.run.sizes[r])
		}
		if l.options.Work != nil {
			all[i].work = l.options.Work(i)
		}
	}
	return all
}

func (l *Lab) indexers(r workload.Resource) cache.Indexers {
	if l.options.Indexers != nil {
		return l.options.Indexers(r)
	}
	if r == l.run.kinds()[0].Resource {
		return workload.IndexersOf(r, l.options.Indexes)
	}
	return workload.Indexers(r)
}

// stand makes what stands in an informer's place.
func (l *Lab) stand(p parts) (*pipeline, error) {
	parts := LabParts{Resource: p.kind.Resource, Source: p.lw, Indexers: p.indexers, Handler: fanOut(p.handlers)}
	if feed, ok := l.run.feed.(interface{ api() *httpClient }); ok {
		client, err := feed.api().restClient(p.kind)
		if err != nil {
			return nil, err
		}
		parts.Client = client
	}
	made, err := l.options.Pipeline(parts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.kind.Resource, err)
	}
	return &pipeline{
		kind: p.kind, resource: p.kind.Resource, indexers: p.indexers, store: made.Store, run: made.Run, synced: []<-chan struct{}{made.Synced},
		remote: made.Remote, merges: made.Merges,
	}, nil
}

// api is the client that the pipeline lists and watches with.
func (f *loopbackFeed) api() *httpClient { return f.client }
func (f *remoteFeed) api() *httpClient   { return f.client }
