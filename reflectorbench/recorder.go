package reflectorbench

import (
	"fmt"
	"strconv"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// version is what verification compares of an object that it holds no pointer of.
type version struct {
	rv  uint64
	uid string
}

// recorder is the measured event handler. It keeps a map of what handlers were told, for
// the comparison with the source at the end, and reports each event to arrivals.
type recorder struct {
	arrivals *arrivals
	// enqueuer is told first: what the map shows, or arrivals, is in the work queue. Nil: nobody
	// reconciles.
	enqueuer *enqueuer
	// work, if set, is done in each call before anything else.
	work func(obj any)

	// mu guards what follows: the informer calls one handler from one goroutine,
	// and verification reads while that may still run.
	mu     sync.Mutex
	known  map[cache.ObjectName]version
	broken error // the first call that contradicts the map
	// repeated counts updates without a new version.
	repeated int
}

var _ cache.ResourceEventHandler = (*recorder)(nil)

// newRecorder makes room for objects at once, so that the map does not grow inside a
// measured part and is in the heap before the first reading of it.
func newRecorder(a *arrivals, objects int) *recorder {
	return &recorder{arrivals: a, known: make(map[cache.ObjectName]version, objects+objects/4)}
}

func (r *recorder) OnAdd(obj any, _ bool) {
	r.worked(obj)
	name, v := describe(obj)
	r.enqueuer.add(name)
	r.mu.Lock()
	if old, ok := r.known[name]; ok {
		r.contradiction("add of %s at version %d, but it is there at %d", name, v.rv, old.rv)
	}
	r.known[name] = v
	r.mu.Unlock()
	r.arrivals.at(v.rv)
}

// OnUpdate takes an update without a new version, which a relist and a resync yield,
// for no event.
func (r *recorder) OnUpdate(_, obj any) {
	r.worked(obj)
	name, v := describe(obj)
	r.enqueuer.add(name)
	r.mu.Lock()
	old, ok := r.known[name]
	switch {
	case !ok:
		r.contradiction("update of %s to version %d, but it was never added", name, v.rv)
	case v.rv < old.rv:
		r.contradiction("update of %s from version %d back to %d", name, old.rv, v.rv)
	case v.rv == old.rv:
		r.repeated++
	}
	r.known[name] = v
	r.mu.Unlock()
	if v.rv != old.rv {
		r.arrivals.at(v.rv)
	}
}

func (r *recorder) OnDelete(obj any) {
	r.worked(obj)
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		r.forget(tombstone.Key)
		return
	}
	name, v := describe(obj)
	r.enqueuer.add(name)
	r.mu.Lock()
	if _, ok := r.known[name]; !ok {
		r.contradiction("delete of %s, but it is not there", name)
	}
	delete(r.known, name)
	r.mu.Unlock()
	r.arrivals.at(v.rv)
}

func (r *recorder) worked(obj any) {
	if r.work != nil {
		r.work(obj)
	}
}

// size is how many objects the handler knows.
func (r *recorder) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.known)
}

// forget handles a tombstone: the version of the deletion is not known, so no event
// is reported, and the end of the phase finds it among the coalesced ones.
func (r *recorder) forget(key string) {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	r.enqueuer.add(cache.ObjectName{Namespace: namespace, Name: name})
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.contradiction("tombstone with key %q: %v", key, err)
		return
	}
	delete(r.known, cache.ObjectName{Namespace: namespace, Name: name})
}

func (r *recorder) contradiction(format string, args ...any) {
	if r.broken == nil {
		r.broken = fmt.Errorf("handler: "+format, args...)
	}
}

// describe reads name and version; an object without metadata or with a version that is
// no number cannot come from our sources, and shows as version 0 in verification.
func describe(obj any) (cache.ObjectName, version) {
	m, err := meta.Accessor(obj)
	if err != nil {
		return cache.ObjectName{Name: fmt.Sprintf("%T", obj)}, version{}
	}
	return cache.MetaObjectToName(m), versionOf(m)
}

func versionOf(m metav1.Object) version {
	rv, _ := strconv.ParseUint(m.GetResourceVersion(), 10, 64)
	return version{rv, string(m.GetUID())}
}
