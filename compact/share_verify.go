package compact

import (
	"fmt"
	"reflect"
	"strconv"
	"sync"
	"time"
	"unsafe"
	"weak"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// Mutation is a change of an object after it was shared: a handler's mistake, which changes every object that
// has the same part.
type Mutation struct {
	Object  string // kind, namespace and name of one of the objects, such as "Pod web/a"
	Path    string // of the change in it, such as spec.containers[0].image
	Objects int    // how many objects see it
}

// String says what happened, in one line.
func (m Mutation) String() string {
	if m.Objects == 1 {
		return m.Object + ": " + m.Path
	}
	return fmt.Sprintf("%s: %s, also seen in %d more", m.Object, m.Path, m.Objects-1)
}

// watched are the objects as they were, with ShareOptions.Detect. mu guards the rest.
type watched struct {
	mu      sync.Mutex
	objects []watchedObject
	limit   int // at which those of objects that are gone are dropped
}

type watchedObject struct {
	typ     reflect.Type
	object  weak.Pointer[byte]
	content reflect.Value // a deep copy
}

func (s *Sharer) watch(obj any) {
	o, ok := obj.(runtime.Object)
	if !ok || !s.options.Detect {
		return
	}
	v := reflect.ValueOf(obj)
	one := watchedObject{v.Type(), weak.Make((*byte)(v.UnsafePointer())), reflect.ValueOf(o.DeepCopyObject())}
	w := &s.watched
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.objects = append(w.objects, one); len(w.objects) > max(w.limit, minSweep) {
		w.sweep()
	}
}

// sweep is called with mu held.
func (w *watched) sweep() {
	alive := make([]watchedObject, 0, len(w.objects)/2)
	for _, o := range w.objects {
		if o.object.Value() != nil {
			alive = append(alive, o)
		}
	}
	w.objects, w.limit = alive, 2*len(alive)
}

// Verify compares all objects that are alive with what they were when Transform returned them, and returns
// the differences, each once, however many objects share the part. It needs [ShareOptions].Detect
// and returns nil without it. It takes as long as comparing all objects does. Values are not told,
// as they may be secret.
func (s *Sharer) Verify() []Mutation {
	w := &s.watched
	w.mu.Lock()
	w.sweep()
	objects := w.objects[:len(w.objects):len(w.objects)]
	w.mu.Unlock()

	d := differ{at: map[location]finding{}}
	for _, o := range objects {
		p := o.object.Value()
		if p == nil {
			continue
		}
		live := reflect.NewAt(o.typ.Elem(), unsafe.Pointer(p))
		d.object = o.content
		d.number++
		d.compare("", live.Elem(), o.content.Elem(), location{})
	}
	return d.found
}

// nameOf is an object's kind, namespace and name, quoted if they are not plain: they may come from anybody.
func nameOf(v reflect.Value) string {
	kind, name := v.Type().Elem().Name(), ""
	if o, ok := v.Interface().(runtime.Object); ok {
		if k := o.GetObjectKind().GroupVersionKind().Kind; k != "" {
			kind = k
		}
	}
	if o, ok := v.Interface().(metav1.Object); ok {
		if name = o.GetName(); o.GetNamespace() != "" {
			name = o.GetNamespace() + "/" + name
		}
	}
	if q := strconv.Quote(kind + " " + name); q[1:len(q)-1] != kind+" "+name {
		return q
	}
	return kind + " " + name
}

// Detector returns a mutation detector for an informer, which calls Verify at an interval and hands
// what it finds to report; with a nil report it panics, as client-go's does. It needs
// [ShareOptions].Detect.
func (s *Sharer) Detector(every time.Duration, report func([]Mutation)) cache.MutationDetector {
	if report == nil {
		report = func(found []Mutation) { panic(fmt.Sprintf("objects of a cache were modified: %v", found)) }
	}
	return &shareDetector{s, every, report}
}

type shareDetector struct {
	sharer *Sharer
	every  time.Duration
	report func([]Mutation)
}

// AddObject does nothing: what went through Transform is known.
func (d *shareDetector) AddObject(any) {}

// Run verifies until stop is closed.
func (d *shareDetector) Run(stop <-chan struct{}) {
	tick := time.NewTicker(d.every)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			if found := d.sharer.Verify(); len(found) > 0 {
				d.report(found)
			}
		}
	}
}
