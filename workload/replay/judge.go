package replay

import (
	"reflect"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// verdict is what becomes of a record.
type verdict int

const (
	skip verdict = iota
	object
	event
)

// judge knows what is alive and makes each record one that can happen. Two judges that
// see the same records come to the same verdicts.
type judge struct {
	kinds   map[workload.Resource]kindOf
	live    map[ref]string             // the recorded version of each object
	watched map[workload.Resource]bool // has had an event: what is listed now was listed again
	last    time.Duration
	repairs Repairs
}

type kindOf struct {
	workload.Kind
	goType reflect.Type
}

// ref names an object.
type ref struct {
	resource        workload.Resource
	namespace, name string
}

func newJudge(kinds []workload.Kind) *judge {
	j := &judge{kinds: map[workload.Resource]kindOf{}, live: map[ref]string{}, watched: map[workload.Resource]bool{}}
	for _, k := range kinds {
		j.kinds[k.Resource] = kindOf{k, reflect.TypeOf(k.New())}
	}
	return j
}

// record judges the next record, of which it may change the type and the offset.
func (j *judge) record(r *trace.Record) verdict {
	if r.Phase == trace.Bookmark || r.Type == watch.Bookmark {
		return skip
	}
	meta, ok := j.usable(r)
	if !ok {
		j.repairs.Unusable++
		return skip
	}
	key := ref{r.Resource, meta.GetNamespace(), meta.GetName()}
	version, alive := j.live[key]
	if alive && r.Type != watch.Deleted && version == meta.GetResourceVersion() {
		j.repairs.Twice++
		return skip
	}
	if r.Phase == trace.Listed && !j.watched[r.Resource] {
		if alive {
			j.repairs.Twice++ // one key in two versions of one list: the first stays
			return skip
		}
		j.live[key] = meta.GetResourceVersion()
		return object
	}
	j.watched[r.Resource] = true
	return j.happen(r, key, alive, meta.GetResourceVersion())
}

// happen makes the event legal and notes what it does.
func (j *judge) happen(r *trace.Record, key ref, alive bool, version string) verdict {
	switch {
	case r.Type == watch.Deleted && !alive:
		j.repairs.Unknown++
		return skip
	case r.Type == watch.Deleted:
		delete(j.live, key)
	case alive && r.Type == watch.Added:
		if r.Phase == trace.Watched { // a new list says added of what it holds, whatever was there
			j.repairs.Modified++
		}
		r.Type = watch.Modified
		j.live[key] = version
	case !alive && r.Type == watch.Modified:
		j.repairs.Added++
		r.Type = watch.Added
		j.live[key] = version
	default:
		j.live[key] = version
	}
	j.last = max(j.last, r.Offset)
	r.Offset = j.last
	return event
}

// usable returns the metadata of an object that a source takes.
func (j *judge) usable(r *trace.Record) (metav1.Object, bool) {
	k, known := j.kinds[r.Resource]
	if !known || r.Object == nil || reflect.TypeOf(r.Object) != k.goType {
		return nil, false
	}
	switch r.Type {
	case watch.Added, watch.Modified, watch.Deleted:
	default:
		return nil, false
	}
	if u, ok := r.Object.(*unstructured.Unstructured); ok {
		if u.Object == nil {
			return nil, false
		}
		u.SetGroupVersionKind(k.GVK) // a client decodes by it, and a bare deleted object may lack it
	}
	meta, ok := r.Object.(metav1.Object)
	if !ok || meta.GetName() == "" || (meta.GetNamespace() != "") != k.Namespaced {
		return nil, false
	}
	return meta, true
}

// stamp gives the object, which nobody else has yet, its version in the replay.
func stamp(r *trace.Record, version uint64) {
	r.Object.(metav1.Object).SetResourceVersion(strconv.FormatUint(version, 10))
}
