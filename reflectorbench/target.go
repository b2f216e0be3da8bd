package reflectorbench

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// target is what has to be visible for one event.
type target struct {
	store   reads
	key     string
	version uint64
	// absent: that the key is gone shows the event as well. So it is for a delete, and
	// for an update of an object that a later event of the phase deletes.
	absent bool
	// blind: of an object that is added and deleted again within the phase. Its
	// absence may mean that it has not come or has gone, so it is not looked for.
	blind bool
}

func (t *target) visible() bool {
	obj, ok, err := t.store.GetByKey(t.key)
	if err != nil || !ok {
		return t.absent
	}
	return versionOfObject(obj).rv >= t.version
}

// ref is one object over all its lives.
type ref struct {
	resource workload.Resource
	key      string
}

// targetsOf works out what to look for. An absent object is ambiguous only within one life,
// from an add to the next delete: backwards the events learn whether their life ends
// within the phase, forwards whether it also began there.
func targetsOf(pipes []*pipeline, events []workload.Event) []target {
	targets, refs := make([]target, len(events)), make([]ref, len(events))
	stores := storesOf(pipes)
	for i, e := range events {
		m, err := meta.Accessor(e.Object)
		if err != nil {
			panic(err) // the generator's objects have metadata
		}
		refs[i] = ref{e.Resource, cache.MetaObjectToName(m).String()}
		targets[i] = target{store: stores[e.Resource], key: refs[i].key, version: versionOf(m).rv}
	}
	ends := map[ref]bool{}
	for i := len(events) - 1; i >= 0; i-- {
		targets[i].absent = ends[refs[i]] && events[i].Type != watch.Added
		switch events[i].Type {
		case watch.Deleted:
			targets[i].absent, ends[refs[i]] = true, true
		case watch.Added:
			targets[i].blind, ends[refs[i]] = ends[refs[i]], false
		}
	}
	short := map[ref]bool{}
	for i, e := range events {
		if e.Type == watch.Added {
			short[refs[i]] = targets[i].blind
		}
		targets[i].blind = short[refs[i]]
		if e.Type == watch.Deleted {
			delete(short, refs[i])
		}
	}
	return targets
}

// storesOf returns the store that holds each resource.
func storesOf(pipes []*pipeline) map[workload.Resource]reads {
	stores := map[workload.Resource]reads{}
	for _, p := range pipes {
		stores[p.resource] = p.store
	}
	return stores
}
