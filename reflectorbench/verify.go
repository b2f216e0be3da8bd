package reflectorbench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"informerbench/stores"
	"informerbench/stores/catalog"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// verifyPause is the time between two comparisons while the pipeline settles.
const verifyPause = 20 * time.Millisecond

// verify compares every pipeline's store and handler map with the source, object by
// object. What the pipeline still has under way gets time to arrive; a difference
// that stays is an error.
func (r *run) verify(ctx context.Context) error {
	if r.cell.Source == Cluster {
		return r.verifyMoving(ctx)
	}
	deadline := time.Now().Add(r.settle)
	for {
		err := r.compare(ctx)
		if err == nil {
			return r.verifyIndexes(ctx)
		}
		if time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(verifyPause):
		}
	}
}

// verifyIndexes is the last step, when nothing moves any more.
func (r *run) verifyIndexes(ctx context.Context) error {
	for _, p := range r.pipes {
		want, err := r.feed.state(ctx, p.resource)
		if err != nil {
			return err
		}
		if p.remote {
			continue
		}
		if err := compareIndexes(p.store, p.indexers, want); err != nil {
			return fmt.Errorf("%s: %w", p.resource, err)
		}
	}
	return nil
}

func (r *run) compare(ctx context.Context) error {
	for _, p := range r.pipes {
		want, err := r.feed.state(ctx, p.resource)
		if err != nil {
			return err
		}
		if err := p.compare(want, r.feed.identity() && r.cell.identical()); err != nil {
			return fmt.Errorf("%s: %w", p.resource, err)
		}
	}
	return nil
}

// identical tells whether the cell's store returns the objects that were stored, and not copies.
func (c Cell) identical() bool {
	v, err := catalog.Lookup(c.Store)
	return err == nil && slices.Contains(v.Guarantees, stores.IdenticalObjects)
}

// compare is about the store and each handler's replica.
func (p *pipeline) compare(want map[string]runtime.Object, identity bool) error {
	var errs []error
	if !p.remote { // which holds nothing
		errs = append(errs, compareStore(p.store, want, identity))
	}
	for i, rec := range p.recorders() {
		if err := rec.compare(want); err != nil {
			errs = append(errs, fmt.Errorf("handler %d: %w", i+1, err))
		}
	}
	return errors.Join(errs...)
}

// compareStore reports objects that the store lost, invented or holds in another
// version. With identity it must hold the very objects of want.
func compareStore(store reads, want map[string]runtime.Object, identity bool) error {
	d := differences{where: "store"}
	for key, object := range want {
		got, ok, err := store.GetByKey(key)
		switch {
		case err != nil || !ok:
			d.lost(key)
		case identity && got != any(object), versionOfObject(got) != versionOfObject(object):
			d.differs(key, versionOfObject(got), versionOfObject(object))
		}
	}
	keys := store.ListKeys()
	for _, key := range keys {
		if _, ok := want[key]; !ok {
			d.invented(key)
		}
	}
	d.count("keys", len(keys), len(want))
	d.count("objects in its list", len(store.List()), len(want))
	return d.err()
}

// compare does the same for the map that the handler's calls amount to.
func (r *recorder) compare(want map[string]runtime.Object) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	d := differences{where: "handler"}
	for key, object := range want {
		name, v := describe(object)
		got, ok := r.known[name]
		switch {
		case !ok:
			d.lost(key)
		case got != v:
			d.differs(key, got, v)
		}
	}
	if len(r.known) > len(want) {
		for name := range r.known {
			if _, ok := want[keyOf(name)]; !ok {
				d.invented(keyOf(name))
			}
		}
	}
	return errors.Join(r.broken, d.err())
}

func keyOf(name cache.ObjectName) string {
	if name.Namespace == "" {
		return name.Name
	}
	return name.Namespace + "/" + name.Name
}

func versionOfObject(obj any) version {
	m, err := meta.Accessor(obj)
	if err != nil {
		return version{}
	}
	return versionOf(m)
}
