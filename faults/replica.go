package faults

import (
	"fmt"
	"net/http"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// replica is one server over a storage of its own: the workload's source behind its real
// handler. While it lags, what happens waits.
type replica struct {
	source  *source.Source
	api     http.Handler
	lagging bool
	waiting []workload.Event
}

// newReplica makes a server that holds a state at a version and knows nothing of
// what was before.
func newReplica(state map[string]*corev1.ConfigMap, version uint64) *replica {
	s := source.New(source.Options{})
	objects := make([]runtime.Object, 0, len(state))
	highest := uint64(0)
	for _, o := range state {
		objects = append(objects, o)
		highest = max(highest, versionOf(o))
	}
	must(s.Load(resource, objects))
	r := &replica{source: s, api: apiserver.NewHandler(s)}
	if highest < version {
		r.apply(elsewhereAt(version))
		s.Compact(version)
	}
	return r
}

// elsewhereAt is a change of another resource: the version goes on, the objects do not.
func elsewhereAt(version uint64) workload.Event {
	return workload.Event{Resource: elsewhere, Type: watch.Added, Object: node(fmt.Sprint("n", version), version)}
}

func (r *replica) apply(events ...workload.Event) {
	if r.lagging {
		r.waiting = append(r.waiting, events...)
		return
	}
	must(r.source.Apply(events...))
}

func (r *replica) catchUp() {
	r.lagging = false
	r.apply(r.waiting...)
	r.waiting = nil
}

func versionOf(o *corev1.ConfigMap) uint64 {
	v, err := strconv.ParseUint(o.ResourceVersion, 10, 64)
	if err != nil {
		return 0 // not one of ours; whoever asks will find it unknown
	}
	return v
}

// must is for what only a mistake in this package can make fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
