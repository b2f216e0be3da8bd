package reflectorbench

import (
	"context"
	"fmt"
	"sync"

	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/stores"
	"informerbench/stores/catalog"
	"informerbench/workload"
)

// Reads is what readers and verification use of a pipeline's store.
type Reads interface {
	GetByKey(key string) (any, bool, error)
	ByIndex(indexName, indexedValue string) ([]any, error)
	List() []any
	ListKeys() []string
	ListIndexFuncValues(indexName string) []string
	IndexKeys(indexName, indexedValue string) ([]string, error)
}

type reads = Reads

// pipeline is one informer of any make over one resource.
type pipeline struct {
	kind     workload.Kind
	resource workload.Resource // the kind's
	indexers cache.Indexers
	store    reads
	recorder *recorder
	run      func(ctx context.Context) // blocks until ctx ends
	synced   []<-chan struct{}         // of each handler, closed once it saw the initial state
	// add gives a running informer one more handler; nil where that is not possible.
	add            func(cache.ResourceEventHandler) (synced <-chan struct{}, err error)
	remote, merges bool // see LabPipeline

	mu     sync.Mutex  // guards others: handlers may come while the pipeline runs and is compared
	others []*recorder // of further handlers that keep a replica
}

func (p *pipeline) addRecorder(r *recorder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.others = append(p.others[:len(p.others):len(p.others)], r)
}

// recorders are all handlers that keep a replica.
func (p *pipeline) recorders() []*recorder {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]*recorder{p.recorder}, p.others...)
}

// awaitSync waits until every handler has seen the initial state.
func (p *pipeline) awaitSync(ctx context.Context) error {
	for _, synced := range p.synced {
		select {
		case <-synced:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// parts is what an assembly is made of.
type parts struct {
	cell     Cell
	kind     workload.Kind
	lw       cache.ListerWatcher
	handlers []cache.ResourceEventHandler // the first is the recorder
	newStore stores.Constructor           // of informer ours
	indexers cache.Indexers               // nil: the kind's own
	options  []informer.Option            // further ones of informer ours
}

// assemble builds the cell's pipeline for one kind, not yet running.
func assemble(c Cell, k workload.Kind, lw cache.ListerWatcher, rec *recorder) (*pipeline, error) {
	variant, err := catalog.Lookup(c.Store)
	if err != nil {
		return nil, usagef("%v", err)
	}
	return assembleWith(parts{cell: c, kind: k, lw: lw, handlers: handlers(c, rec), newStore: variant.New}, rec)
}

func assembleWith(p parts, rec *recorder) (*pipeline, error) {
	build, ok := map[Informer]func(parts) (*pipeline, error){
		Ours:               assembleOurs,
		ClientGo:           assembleClientGo,
		ClientGoController: assembleClientGoController,
	}[p.cell.Informer]
	if !ok {
		return nil, fmt.Errorf("no assembly for informer %q", p.cell.Informer)
	}
	if p.indexers == nil {
		p.indexers = p.kind.Indexers()
	}
	built, err := build(p)
	if err != nil {
		return nil, err
	}
	built.kind, built.resource, built.indexers, built.recorder = p.kind, p.kind.Resource, p.indexers, rec
	return built, nil
}

// handlers returns the recorder and, beside it, handlers that do nothing: they cost
// the informer its distribution, which is what more handlers measure.
func handlers(c Cell, rec *recorder) []cache.ResourceEventHandler {
	hs := []cache.ResourceEventHandler{rec}
	for len(hs) < c.Handlers {
		hs = append(hs, cache.ResourceEventHandlerFuncs{})
	}
	return hs
}

// fanOut calls handlers one after the other: a plain controller has no processor.
type fanOut []cache.ResourceEventHandler

func (f fanOut) OnAdd(obj any, initial bool) {
	for _, h := range f {
		h.OnAdd(obj, initial)
	}
}

func (f fanOut) OnUpdate(old, obj any) {
	for _, h := range f {
		h.OnUpdate(old, obj)
	}
}

func (f fanOut) OnDelete(obj any) {
	for _, h := range f {
		h.OnDelete(obj)
	}
}
