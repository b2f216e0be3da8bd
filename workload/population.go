package workload

import (
	"context"
	"runtime"
	"slices"
	"sync"

	kruntime "k8s.io/apimachinery/pkg/runtime"
)

// Population is a generated cluster. It is immutable and safe for concurrent use.
type Population struct {
	config  Config
	layout  *layout
	objects map[Resource][]kruntime.Object
	version uint64
}

// Generate makes the population that c describes, on all cores. It returns an
// error for a Config that Validate refuses, and ctx's when that ends first.
//
// Everything in an object but its resource version follows from the seed, the
// profile and the number of objects of the primary resource; which other
// resources are asked for makes no difference to it.
func Generate(ctx context.Context, c Config) (*Population, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c.Resources = slices.Clone(c.Resources)
	p := &Population{config: c, layout: newLayout(c), objects: make(map[Resource][]kruntime.Object)}
	for _, r := range c.Resources {
		objects := make([]kruntime.Object, p.layout.count(r))
		if err := p.layout.fill(ctx, r, objects, p.version); err != nil {
			return nil, err
		}
		p.objects[r] = objects
		p.version += uint64(len(objects))
	}
	return p, nil
}

// Each makes the objects of the primary resource that [Generate] makes of c, and keeps none of them: it calls visit with one
// after the other, in order, on the caller's goroutine. An error of visit, or ctx's end, ends it and is returned. It
// uses one core, and is for populations that are larger than memory.
func Each(ctx context.Context, c Config, visit func(kruntime.Object) error) error {
	if err := c.Validate(); err != nil {
		return err
	}
	l := newLayout(c)
	next := l.maker(c.Resources[0])
	for i := range l.count(c.Resources[0]) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(next(i, uint64(i)+1)); err != nil {
			return err
		}
	}
	return nil
}

// Config returns what the population was generated from.
func (p *Population) Config() Config { return p.config }

// Objects returns the objects of a resource in order of their resource versions,
// or nil when the population has none of them. Versions rise by one from object
// to object over the whole population, from 1 and in the order of
// Config.Resources. Neither the slice nor the objects may be changed.
func (p *Population) Objects(r Resource) []kruntime.Object { return p.objects[r] }

// Version returns the highest resource version in the population: the number of
// its objects.
func (p *Population) Version() uint64 { return p.version }

// fillChunk is how many objects a core makes before it takes the next ones, and
// ctx is looked at: some ten milliseconds of work for Small objects, some hundred
// for Real ones.
const fillChunk = 2048

// fill makes all objects of a resource. Each object depends on its index alone,
// so it does not matter which core makes which.
func (l *layout) fill(ctx context.Context, r Resource, out []kruntime.Object, version uint64) error {
	chunks := make(chan int) // unbuffered: nothing is taken up after ctx has ended
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for lo := range chunks {
				l.fillRange(r, out, lo, min(lo+fillChunk, len(out)), version)
			}
		})
	}
	for lo := 0; lo < len(out) && ctx.Err() == nil; lo += fillChunk {
		chunks <- lo
	}
	close(chunks)
	workers.Wait()
	return ctx.Err()
}

func (l *layout) fillRange(r Resource, out []kruntime.Object, lo, hi int, version uint64) {
	makeObject := l.maker(r)
	for i := lo; i < hi; i++ {
		out[i] = makeObject(i, version+uint64(i)+1)
	}
}

// maker returns a function that makes object i of a resource. The function
// remembers the last application, so calling it in order is cheap; it is not
// safe for concurrent use.
func (l *layout) maker(r Resource) func(i int, version uint64) kruntime.Object {
	draft := l.paddedMaker(r, l.makerOf(r))
	if l.profile == Small {
		return draft
	}
	return func(i int, version uint64) kruntime.Object { return asDecoded(r, draft(i, version)) }
}

func (l *layout) makerOf(r Resource) func(i int, version uint64) kruntime.Object {
	switch r {
	case Pods:
		return l.podMaker()
	case Nodes:
		return l.nodeMaker()
	case EndpointSlices:
		return l.endpointSliceMaker()
	case Leases:
		return l.leaseMaker()
	case ConfigMaps:
		return l.configMapMaker()
	case Deployments:
		return l.deploymentMaker()
	case Events:
		return l.kubeEventMaker()
	default:
		return l.widgetMaker()
	}
}
