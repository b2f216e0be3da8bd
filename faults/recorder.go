package faults

import (
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Told is one call of a handler, about one key.
type Told struct {
	Verb      string // add, update or delete
	UID       string
	Version   uint64
	Tombstone bool // the deletion itself was not seen
	At        time.Duration
}

func (t Told) String() string {
	if t.Tombstone {
		return fmt.Sprintf("%s(tombstone) %s@%d", t.Verb, t.UID, t.Version)
	}
	return fmt.Sprintf("%s %s@%d", t.Verb, t.UID, t.Version)
}

// recorder is a handler that writes down what it is told, and checks for each key that it
// can be: it begins with an add, and a delete is followed by nothing but an add.
type recorder struct {
	name    string
	fail    func(violation)
	forward bool // versions of a key never go back
	resyncs bool
	began   time.Time

	mu        sync.Mutex // guards everything below
	ended     bool       // the informer has stopped
	histories map[string][]Told
	last      map[string]*corev1.ConfigMap // the objects that are there, as told
}

var _ cache.ResourceEventHandler = (*recorder)(nil)

func newRecorder(name string, p Plan, began time.Time, fail func(violation)) *recorder {
	r := &recorder{name: name, fail: fail, forward: true, resyncs: p.Setup.Resync > 0, began: began,
		histories: map[string][]Told{}, last: map[string]*corev1.ConfigMap{}}
	for _, s := range p.Steps {
		r.forward = r.forward && !s.Fault.goesBack()
	}
	return r
}

func (r *recorder) OnAdd(obj any, _ bool) {
	if o, _, ok := r.open("add", obj); ok {
		defer r.mu.Unlock()
		key := keyOf(o)
		if before, there := r.last[key]; there {
			r.wrong(BadHistory, key, "add of %s, which is there as %s", nameOf(o), nameOf(before))
		}
		r.note(key, Told{Verb: "add", UID: string(o.UID), Version: versionOf(o)})
		r.last[key] = o
	}
}

func (r *recorder) OnUpdate(oldObj, newObj any) {
	if o, _, ok := r.open("update", newObj); ok {
		defer r.mu.Unlock()
		key := keyOf(o)
		before, there := r.last[key]
		old, isMap := oldObj.(*corev1.ConfigMap)
		switch {
		case !there:
			r.wrong(BadHistory, key, "update to %s, but it is not there", nameOf(o))
		case !isMap:
			r.wrong(ForeignType, key, "update from a %T", oldObj)
		case nameOf(old) != nameOf(before):
			r.wrong(BadHistory, key, "update from %s, but told last was %s", nameOf(old), nameOf(before))
		}
		r.note(key, Told{Verb: "update", UID: string(o.UID), Version: versionOf(o)})
		r.last[key] = o
	}
}

func (r *recorder) OnDelete(obj any) {
	if o, tombstone, ok := r.open("delete", obj); ok {
		defer r.mu.Unlock()
		key := keyOf(o)
		if _, there := r.last[key]; !there {
			r.wrong(BadHistory, key, "delete of %s, but it is not there", nameOf(o))
		}
		r.note(key, Told{Verb: "delete", UID: string(o.UID), Version: versionOf(o), Tombstone: tombstone})
		delete(r.last, key)
	}
}

// open returns the object of a call, with r.mu held if it is one.
func (r *recorder) open(verb string, obj any) (o *corev1.ConfigMap, tombstone, ok bool) {
	if unknown, is := obj.(cache.DeletedFinalStateUnknown); is {
		tombstone, obj = true, unknown.Obj
	}
	r.mu.Lock()
	if o, ok = obj.(*corev1.ConfigMap); !ok {
		r.wrong(ForeignType, "an object", "%s of a %T", verb, obj)
		r.mu.Unlock()
		return nil, false, false
	}
	if r.ended {
		r.wrong(ToldAfter, keyOf(o), "%s of %s", verb, nameOf(o))
	}
	return o, tombstone, true
}

// note writes a call down, with r.mu held.
func (r *recorder) note(key string, t Told) {
	history := r.histories[key]
	t.At = time.Since(r.began)
	if n := len(history); r.forward && n > 0 {
		before := history[n-1].Version
		switch {
		case t.Version < before:
			r.wrong(WentBack, key, "%s after version %d", t, before)
		case t.Version == before && !t.Tombstone && !r.resyncs:
			r.wrong(Unchanged, key, "%s after version %d", t, before)
		}
	}
	r.histories[key] = append(history, t)
}

func (r *recorder) wrong(kind, key, format string, args ...any) {
	r.fail(violationf(kind, "%s: %s: %s; before that %v", r.name, key, fmt.Sprintf(format, args...), lastOf(r.histories[key])))
}

// lastOf is what people need to see of a history.
func lastOf(history []Told) []Told { return history[max(0, len(history)-4):] }

func (r *recorder) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
}

// agree checks that what was told last is what the server has.
func (r *recorder) agree(want map[string]*corev1.ConfigMap) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range keysOf(want, r.last) {
		told, expected := r.last[key], want[key]
		if nameOf(told) != nameOf(expected) {
			r.wrong(LostEvent, key, "told last of %s, the server has %s", nameOf(told), nameOf(expected))
		}
	}
}

func keyOf(o *corev1.ConfigMap) string { return o.Namespace + "/" + o.Name }

func nameOf(o *corev1.ConfigMap) string {
	if o == nil {
		return "nothing"
	}
	return string(o.UID) + "@" + o.ResourceVersion
}
