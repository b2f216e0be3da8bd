package fit

import (
	"encoding/json"
	"hash/maphash"
	"maps"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
	"informerbench/workload/trace"
)

const (
	// largest is above what etcd takes.
	largest = 8 << 20
	// longestPause is the longest time between two updates that keeps its value, in microseconds.
	longestPause = int64(24 * time.Hour / time.Microsecond)
	// jsonEvery: encoding costs more than all the rest together, so one object in so many is.
	jsonEvery = 16
)

// observer gathers what a trace shows of one resource.
type observer struct {
	kind    workload.Kind
	out     *Resource
	typed   bool
	rate    windows
	size    *histogram // encoded, of either form
	json    *histogram
	between *histogram
	sampled int

	indexes []*index
	places  map[uint64]int32 // of keys in states
	states  []state
	seed    maphash.Seed

	phase trace.Phase   // of the last record
	late  time.Duration // until then comes what the last gap held back

	units map[uint64]bool   // applications seen: a namespace and an owner, or an object of its own
	apps  map[uint64]uint32 // applications of each namespace

	reused                 int
	generations, respecced int // updates of objects with a generation, and those with a new one
}

// state is what is known of one key.
type state struct {
	live    bool
	started bool // had its first update after it was added, or was there from the beginning
	events  uint32
	updates uint32 // that chose the object
	last    time.Duration
	spec    int64    // generation
	values  []uint64 // hashes of its index values, index by index
	counts  [maxIndexes]uint8
}

const maxIndexes = 8

func newObserver(k workload.Kind) *observer {
	o := &observer{
		kind: k, typed: k.Typed(),
		out:  &Resource{Resource: string(k.Resource), Group: k.GVK.Group, Version: k.GVK.Version, Kind: k.GVK.Kind, Namespaced: k.Namespaced},
		size: newHistogram(largest), json: newHistogram(largest), between: newHistogram(longestPause),
		places: map[uint64]int32{}, seed: maphash.MakeSeed(), units: map[uint64]bool{}, apps: map[uint64]uint32{},
	}
	indexers := k.Indexers()
	indexers[workload.LabelIndex] = workload.LabelPairs
	for _, name := range slices.Sorted(maps.Keys(indexers)) {
		o.indexes = append(o.indexes, &index{name: name, values: indexers[name], keys: map[uint64]int32{}})
	}
	return o
}

// see takes a list item or an event; it reports false for what is no object of the kind.
func (o *observer) see(r *trace.Record) bool {
	meta, ok := r.Object.(metav1.Object)
	if !ok || meta.GetName() == "" {
		return false
	}
	s := o.state(meta)
	switch {
	case r.Phase == trace.Listed:
		if s.live {
			return true // listed twice
		}
		o.out.Listed++
		s.started = true
	case r.Type == watch.Added:
		o.out.Added++
	case r.Type == watch.Deleted:
		o.out.Deleted++
	default:
		o.out.Modified++
	}
	if r.Phase != trace.Listed {
		o.event(s, r, meta)
	}
	if r.Phase == trace.Relisted && o.phase != trace.Relisted {
		o.out.Relists++
	}
	o.phase = r.Phase
	if r.Type == watch.Deleted {
		o.gone(s)
		return true
	}
	o.measure(r.Object)
	o.application(meta)
	o.reindex(s, r.Object, s.live && r.Type == watch.Modified)
	s.live, s.spec = true, meta.GetGeneration()
	return true
}

func (o *observer) state(meta metav1.Object) *state {
	key := o.hash(meta.GetNamespace() + "/" + meta.GetName())
	place, ok := o.places[key]
	if !ok {
		place = int32(len(o.states))
		o.places[key] = place
		o.states = append(o.states, state{last: -1})
	}
	return &o.states[place]
}

func (o *observer) hash(text string) uint64 { return maphash.String(o.seed, text) }

// event counts what an event tells of its key.
func (o *observer) event(s *state, r *trace.Record, meta metav1.Object) {
	if s.events > 0 || s.live {
		o.reused++
	}
	s.events++
	switch {
	case r.Type == watch.Added:
		s.started, s.last = false, -1
		return
	case r.Type != watch.Modified:
		return
	case !s.started:
		s.started = true
	default:
		s.updates++
	}
	// When an update happened that a new list showed, or that a gap held back, nobody knows.
	if s.last >= 0 && s.last >= o.late && r.Phase != trace.Relisted {
		o.between.add(int64((r.Offset - s.last) / time.Microsecond))
	}
	if s.last = r.Offset; r.Phase == trace.Relisted {
		s.last = -1
	}
	if generation := meta.GetGeneration(); s.live && generation > 0 && s.spec > 0 {
		o.generations++
		if generation != s.spec {
			o.respecced++
		}
	}
}

func (o *observer) measure(object runtime.Object) {
	if sized, ok := object.(interface{ Size() int }); ok {
		o.size.add(int64(sized.Size()))
	}
	o.sampled++
	if o.sampled%jsonEvery != 1 {
		return
	}
	if data, err := json.Marshal(object); err == nil {
		o.json.add(int64(len(data)))
		if !o.typed {
			o.size.add(int64(len(data)))
		}
	}
}

// application counts the object's application in its namespace, once.
func (o *observer) application(meta metav1.Object) {
	if !o.kind.Namespaced {
		return
	}
	unit := meta.GetNamespace() + "//" + meta.GetName()
	if owners := meta.GetOwnerReferences(); len(owners) > 0 {
		unit = meta.GetNamespace() + "/" + string(owners[0].UID)
	}
	if key := o.hash(unit); !o.units[key] {
		o.units[key] = true
		o.apps[o.hash(meta.GetNamespace())]++
	}
}

// index is how many keys each value of an index has.
type index struct {
	name    string
	values  cache.IndexFunc
	keys    map[uint64]int32
	changed int
}
